"""What somebody has: animals, vehicles, machines, a home; and what their things are like."""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_HAS, _SHOWN = ("possession",), ("shown",)
_THINGS_ZH = (
    r"狗狗?|猫咪?|兔子|仓鼠|鹦鹉|乌龟|金鱼|鱼|宠物|马|车|自行车|电动车|摩托车|汽车|单车|房子?|公寓|别墅|院子|花园"
    r"|电脑|笔记本|台式机|macbook|thinkpad|手机|iphone|平板|ipad|相机|无人机|打印机|服务器|nas|树莓派|键盘|显示器"
    r"|显卡|耳机"
    r"|吉他|钢琴|小提琴|古筝|琵琶|帐篷|望远镜|缝纫机|咖啡机|烤箱|手表|船|店|网店|公司|工作室|博客|公众号|会员卡"
    r"|驾照|签证|护照|绿卡"
)
_THINGS_EN = (
    r"dogs?|cats?|pets?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|tortoises?|fish|horses?|chickens?|cars?"
    r"|bikes?|bicycles?|motorbikes?|motorcycles?|scooters?|trucks?|vans?|boats?|house|home|flat|apartment|condo"
    r"|cabin|garden|allotment"
    r"|laptops?|computers?|pc|macbook|thinkpad|phone|iphone|pixel|tablet|ipad|camera|printer|nas|server"
    r"|raspberry pi|keyboard|monitors?|guitars?|piano|violin|cello|drums|drone|watch|tent|kayak|telescope"
    r"|sewing machine|espresso machine|tesla|toyota|honda|ford|volvo|bmw|blog|bakery|shop|business|company|studio"
    r"|driver'?s licen[cs]e|passport|visa|green card|tattoos?"
)
# "my question is whether", "my car is broken": of the moment, or no thing at all.
_NOT_MINE_ZH = (
    r"(?!意思|问题|想法|理解|看法|感觉|感受|需求|建议|目标|回答|错|观点|要求|天|意见|话|代码|程序|脚本|心情|疑问"
    r"|疑惑|目的|结论|猜测|名字|工作|职业|生日|家|母语|老家|爱好|预算|最爱|情况|身体|建议|体会|经验|教训|做法|方案"
    r"|[^,。是]*(?:密钥|密码|口令|令牌|token|key|车牌号?码?)|[^,。是]*计划|家人|家庭|思路|任务|心愿|梦想|印象|网"
    r"|屏幕|电脑(?:坏|卡|死)|手机(?:坏|没电))"
)
_NOT_MINE_EN = (
    r"(?!(?:\w+ )?(?:question|problem|issue|idea|point|guess|goal|concern|understanding|code|error|fault|bad"
    r"|mistake|opinion|bet|request|mind|message|suggestion|hope|plan|script|function|output|query|screen|build"
    r"|tests?|file|internet|turn|name|birthday|hobby|hobbies|budget|impression|feeling|thought|thoughts|reason"
    r"|answer|day|life|head|heart|job|apologies|pleasure|priority|task|connection|brain|eyes|fam|family|journey"
    r"|selves|true selves|customer base|progress|parents|friends|team|kids|experience|program|app|work|week|whole"
    r"|main (?:goal|concern|question)|favou?rite.*|(?:\w+ )?(?:api )?(?:keys?|tokens?|secret|password|passcode|pin)"
    r"|(?:licen[cs]e|number) plate|plates?)\b)"
)
_OF_THE_MOMENT_EN = (
    r"(?!(?:not|broken|slow|failing|running|dead|empty|open|here|late|ready|full|sick|killing|driving|getting|being"
    r"|going|stuck|down|crashing|gone|missing|acting|making|too|so|a mess|fine|ok|okay|great|good|bad|better|worse"
    r"|wrong|right|that|to|how|what|why|whether|if|about|just|really|done|coming|hurting|sore|tired|all|been|awesome"
    r"|amazing|\w+ing (?:me|others|us|my|the))\b)"
)

ZH: Tuple[Rule, ...] = (
    Rule(
        "money",
        r"(?:我们?|咱们?)?(?:家)?(?:的)?(?P<thing>房租|租金|工资|月薪|年薪|底薪|房贷|车贷|学费|物业费|退休金|押金"
        r"|生活费)(?:现在|每个?月|一个?月|每年|是|为|要|有|税前|税后|大概|:)*\s*"
        r"(?P<value>[^,。你]{0,3}[\d一二两三四五六七八九十百千万][^,。]*)$",
        ("constraint",), "core", ("租", "资", "薪", "贷", "费", "金"), who=("none", "user"), attribute="mine:{thing}",
        value="{value}",
    ),
    Rule(
        "drives",
        r"<adv>开(?:的是|的)?(?:一辆|辆)?(?P<value>[a-z][\w -]{1,14}|特斯拉|比亚迪|宝马|奔驰|奥迪|大众[^,。]{0,4}"
        r"|丰田[^,。]{0,4}|本田[^,。]{0,4}|蔚来|理想|小鹏|沃尔沃|保时捷)(?:了)?$",
        _HAS, "core", ("开",), who=("user",), attribute="mine:车", value="{value}", proper=("value",),
    ),
    Rule(
        "has",
        rf"<adv>(?:<when>)(?:家里?)?(?:还)?(?:有|养了?|买了|开的是"
        rf"|骑的是)(?:了)?(?P<object>(?:[一两二三四五六七八九十几\d]+)?(?:只|条|个|台|辆|套|间|匹|部|把|架|艘|块|家"
        rf"|张|本|栋)?[^,。的]{{0,10}}?(?:的)?(?:{_THINGS_ZH}))(?:[^,。]{{0,16}})$",
        _HAS, "core", ("有", "养", "买", "开的", "骑的"),
    ),
    Rule(
        "has",
        r"<adv>(?:<when>)(?:家里?)?(?:还)?养了?(?P<object>(?:[一两二三四五六七八九十几\d]+)?[只条匹缸盆窝]"
        r"[^,。]{1,16})$",
        _HAS, "core", ("养",),
    ),
    Rule(
        "thing",
        rf"我(?:们)?(?:家)?的(?P<thing>{_NOT_MINE_ZH}(?![^,。是]*(?:问题|想法|意思"
        rf"|感觉))[^,。是叫]{{1,10}}?)(?:现在|一直|都)*(?:是|叫做?|用的是|型号是)(?P<value>(?!不|什么|哪|怎么|这|那"
        rf"|否|为了|因为|希望|想)[^,。]{{1,30}})",
        _HAS, "core", ("的",), who=("none", "user"), attribute="mine:{thing}", value="{value}",
    ),
    Rule(
        "plate",
        r"(?:我(?:们)?(?:家)?的)?(?:车的?)?(?:的)?车牌(?:号码?)?(?:是|为"
        r"|:)\s*(?P<value>[^,。]{0,2}[a-z0-9][^,。]{4,9})$",
        _HAS, "core", ("车牌",), who=("none", "user"), attribute="plate", value="{value}",
    ),
    Rule(
        "shown",
        rf"这(?:个|是|张|就)?是我(?:们)?(?:家)?的?(?P<object>{_NOT_MINE_ZH}(?!们|的|第|最后|最|今天"
        rf"|昨天)[^,。]{{1,14}})$",
        _SHOWN, "daily", ("这是", "这个是", "这张是", "这就是"), who=("none",),
    ),
    Rule(
        "where_kept",
        r"(?:我的|我把)?(?P<thing>[^,。你他她这那]{2,12}?)(?:放在|存在|藏在|收在|锁在"
        r"|在)(?P<value>[^,。]{0,14}(?:抽屉|柜子?|箱子?|盒子?|文件夹|书架|保险柜|车库|冰箱|仓库|包|口袋|钱包|桌上"
        r"|架子?|床底下?|阁楼|地下室)[^,。]{0,4})",
        _HAS, "core", ("在",), who=("none", "user"), attribute="place:{thing}", value="{value}",
    ),
    Rule(
        "account",
        r"<adv>在(?P<value>[^,。]{2,12}?)有(?:一?笔|一?个|一?张)?(?P<object>房贷|车贷|贷款|账户|存款|信用卡)[^,。吗]{0,16}$",
        ("possession",), "core", ("有",),
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "drives",
        r"<adve> drive (?:an? |my )?(?P<value>[a-z][\w-]*(?: [a-z0-9][\w-]*)?)(?: now| these days)?$",
        _HAS, "core", ("drive",), who=("user",), attribute="mine:car", value="{value}", proper=("value",),
    ),
    Rule(
        "money",
        r"(?:(?:my|our|the) )?(?P<thing>(?:monthly |yearly |annual |base )?(?:rent|salary|wage|mortgage|tuition"
        r"|insurance premium|pension|deposit"
        r"|hourly rate|day rate|membership fee|pocket money))(?:'s| is| costs| went up to| rose to| was raised to"
        r"| increased to| dropped to)"
        r"(?: now)? (?P<value>[^;]*\d[^;]*)",
        ("constraint",), "core",
        ("rent", "salary", "wage", "mortgage", "tuition", "premium", "pension", "deposit", "rate", "fee", "money"),
        who=("none", "mine"), attribute="mine:{thing}", value="{value}",
    ),
    Rule(
        "money",
        r" (?P<verb>pay|earn|make) (?:about |around )?(?P<value>[^;]{0,6}\d[^;]*? (?:a|per|every|in) (?:month|year"
        r"|week|hour|rent)\b[^;]{0,30})",
        ("constraint",), "core", ("pay", "earn", "make"), who=("user",), attribute="mine:{verb}", value="{value}",
    ),
    Rule(
        "has",
        rf"(?:<adve> (?:have|has|own|owns|got|adopted|bought|drive|drives|ride|rides)|'ve got|'s got|'ve adopted"
        rf"| have got) (?P<object>(?:an?|two|three|four|five|\d+|some|my own|our own|the)(?: new| old"
        rf"| used)? (?:[\w.'-]+ ){{0,4}}?(?:{_THINGS_EN})\b[^;]{{0,60}})",
        _HAS, "core", ("have", "has", "own", "got", "adopted", "bought", "drive", "ride"),
    ),
    Rule(
        "thing",
        rf"(?:(?:and|so|but|also|well|btw|oh|by the way|yes|no|ok)[,\s]+){{0,2}}(?:my"
        rf"|our) (?P<thing>{_NOT_MINE_EN}[a-z][\w' -]{{1,24}}?)(?:'s| is| are| has| have| runs| weighs| costs"
        rf"| uses)(?: (?:called|named))? (?P<value>{_OF_THE_MOMENT_EN}[^;]{{1,100}})",
        _HAS, "core", ("my ", "our "), who=("mine", "none"), attribute="mine:{thing}", value="{value}",
    ),
    Rule(
        "plate",
        r"(?:and )?(?:my|our) (?:car's |car )?(?:licen[cs]e |number )?plate(?: number)?(?:'s"
        r"| is) (?P<value>[a-z0-9][\w -]{3,10})$",
        _HAS, "core", ("plate",), who=("none", "mine"), attribute="plate", value="{value}",
    ),
    Rule(
        "shown",
        rf"(?:here|this|that)(?:'s| is) (?:my|our) (?P<object>{_NOT_MINE_EN}(?!(?:new |old |first "
        rf"|second )?(?:version|draft|attempt|log|config|stack))[a-z][\w' -]{{2,30}})$",
        _SHOWN, "daily", ("my ", "our "), who=("none",),
    ),
    Rule(
        "where_kept",
        r"(?:the|my|our) (?!(?:\w+ )?api )(?P<thing>(?:\w+ ){0,2}?(?:keys?|passport|documents?|contract|spare \w+"
        r"|charger|will"
        r"|receipts?|warranty|medicine|first aid kit|ladder|toolbox|papers?))(?:'s| is| are)(?: kept| stored"
        r"| hidden)? (?P<value>(?:in|under|on|behind|at|inside|with) [^;]{3,50})",
        _HAS, "core",
        ("key", "passport", "document", "contract", "spare", "charger", "will", "receipt", "warranty", "medicine",
         "kit", "ladder", "toolbox", "paper"), who=("none", "mine"), attribute="place:{thing}", value="{value}",
    ),
)  # fmt: skip
