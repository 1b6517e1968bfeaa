"""Chinese names by their cues: 《…》, 王医生, 老张, 我叫林夏, 同事周启, 在…大学, and well-known places.

Where a name ends is not written in Chinese, so each pattern says what may follow it. Folded to nothing: the text is
matched as it stands, with the few traditional forms that the cues need.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterator, Pattern, Tuple

Name = Tuple[int, int, str]

# Frequent surnames (Ministry of Public Security's yearly list of names), without those that begin everyday words.
_SURNAMES = (
    "张王李刘陈杨赵黄周吴徐孙朱马胡郭何林罗郑梁谢宋唐许邓韩冯曹彭曾肖田董袁潘蒋蔡余杜叶程魏苏吕丁沈任姚卢"
    "姜崔钟谭陆范汪廖石韦贾夏付邹孟秦顾侯邵龙万段雷钱汤尹黎易常武乔贺赖龚張劉陳楊趙黃吳孫馬羅鄭謝許鄧韓馮"
    "蕭葉蘇呂盧鍾譚陸顧錢湯龍賈鄒龔"
)
_AFTER_NICK = (
    "张王李刘陈杨赵周吴徐孙朱胡郭何林罗郑梁谢宋唐许邓韩冯曹彭曾肖董袁潘蒋蔡杜魏苏吕沈姚卢姜崔钟谭陆汪廖贾"
    "夏邹孟秦顾張劉陳楊趙吳孫羅鄭謝許鄧韓馮蕭蘇呂盧鍾譚陸顧"
)
_TITLES = (
    "医生|醫生|大夫|老师|老師|教授|经理|經理|主任|总监|總監|律师|律師|博士|工程师|师傅|師傅|院长|校长|阿姨|叔叔"
    "|先生|女士|小姐"
    "|同学|同學|护士|護士|警官|局长|部长|老板|老闆|主管|教练|導師|导师"
)
_KIN = (
    "朋友|同事|同学|同學|室友|舍友|老公|老婆|妻子|丈夫|女儿|儿子|闺蜜|哥哥|弟弟|姐姐|妹妹|妈妈|爸爸|表哥|表姐|表弟"
    "|表妹|堂哥|堂姐|邻居"
    "|客户|导师|老板|上司|领导|男友|女友|男朋友|女朋友|搭档|徒弟|师父|學生|学生|同桌|前任|太太|先生|女兒|兒子|鄰居|客戶"
)
_PLACES = (
    "北京|上海|广州|深圳|杭州|成都|重庆|武汉|西安|南京|苏州|天津|青岛|厦门|长沙|郑州|宁波|无锡|福州|济南|大连"
    "|沈阳|哈尔滨|昆明|合肥"
    "|佛山|东莞|珠海|贵阳|南宁|海口|三亚|兰州|太原|石家庄|乌鲁木齐|拉萨|银川|西宁|呼和浩特|南昌|温州|嘉兴|绍兴"
    "|扬州|洛阳|桂林|大理|丽江"
    "|香港|澳门|台湾|台北|高雄|江苏|浙江|广东|福建|四川|云南|湖南|湖北|河南|河北|山东|山西|陕西|江西|安徽|贵州"
    "|广西|海南|新疆|西藏|内蒙古"
    "|中国|日本|韩国|美国|英国|法国|德国|意大利|西班牙|葡萄牙|加拿大|澳大利亚|新西兰|新加坡|马来西亚|泰国|越南"
    "|印度|俄罗斯|荷兰|瑞士|瑞典"
    "|东京|大阪|京都|首尔|纽约|伦敦|巴黎|柏林|旧金山|洛杉矶|西雅图|波士顿|多伦多|悉尼|墨尔本|里斯本|罗马|曼谷|迪拜"
)
_SUFFIXES = (
    "大学|大學|学院|學院|医院|醫院|公园|公園|机场|機場|火车站|高铁站|车站|公司|集团|集團|银行|銀行|中学|中學"
    "|小学|研究院|研究所|事务所"
    "|酒店|餐厅|餐廳|咖啡馆|咖啡店|书店|書店|图书馆|博物馆|美术馆|体育馆|健身房|工作室|出版社|幼儿园|广场|小区"
    "|大厦|寺|湖|山|路|街|镇|县|市|省"
)
_HAN = "[\u4e00-\u9fff]"


@lru_cache(maxsize=1)
def _patterns() -> Tuple[Tuple[str, Pattern[str]], ...]:
    ends = (
        r"(?=$|[，。！？、；：,.!?;:\s）)”」』]|的|是|在|和|跟|与|说|說|问|告诉|今年|今天|明天|昨天|喜欢|喜歡"
        r"|住|来|來|去|她|他|我|也|要|会|會"
        r"|很|不|有|家|推荐|建议|觉得|送|给|約|约|做|教|帮|请|下|上|结婚|生日|过|已经|最近|了)"
    )
    surname = f"[{_SURNAMES}]"
    person = rf"(?:{surname}{_HAN}{{1,2}}?|[小老阿]{_HAN}{{1,2}}?|({_HAN})\2)"
    no_name = r"(?!起床|[早晚吃去来过帮看别先等回我你他她它您什怎外车醒停不了人做作啥哪这那个一])"
    return (
        ("《", re.compile(r"《([^》\n]{1,40})》")),
        (
            "",
            re.compile(rf"(?<!{_HAN})({surname}{_HAN}{{0,2}}?(?:{_TITLES}))|({surname}(?:{_TITLES}))(?!傅)"),
        ),
        (
            "",
            re.compile(rf"(?<!{_HAN})({surname}[总總工姐哥])(?=$|[，。！？、；：,.!?;:\s]|的|说|說|在|要|让|讓|那|问)"),
        ),
        ("老小阿", re.compile(rf"([老小阿][{_AFTER_NICK}])(?![子女经期家师板年时说明后前])(?!{_TITLES})")),
        (
            "叫名",
            re.compile(
                rf"(?:叫做|名叫|我叫|叫我|名字是|名字叫|名为|叫)[“「『\"]?{no_name}({_HAN}{{2,4}}?)[”」』\"]?{ends}"
            ),
        ),
        (
            "叫名",
            re.compile(
                r"(?:叫做|名叫|叫我|名字是|名字叫|名为|代号|項目|项目叫|叫)[“「『\"]([^”」』\"\n]{1,20})[”」』\"]"
            ),
        ),
        ("", re.compile(rf"(?:{_KIN})(?!们)({person}){ends}")),
        (
            "",
            re.compile(
                rf"(?<!{_HAN})({surname}{_HAN}{{1,2}}?|小{_HAN})(?=说|說|问我|告诉|跟我|推荐|建议|约我|送我"
                rf"|喜欢|喜歡|住在|的生日)"
            ),
        ),
        (
            "和跟给找约陪",
            re.compile(rf"[和跟给找约陪]([小阿]{_HAN})(?=$|[，。！？、；,.!?;\s]|一起|去|说|聊|吃|见|开会|的)"),
        ),
        ("", re.compile(rf"({_PLACES})")),
        (
            "",
            re.compile(
                rf"(?:在|去|到|来|从|住|回|于|飞|從"
                rf"|來)(?![了过着这那一哪])({_HAN}{{2,8}}?(?:{_SUFFIXES}))(?![{'上下口边里'}])"
            ),
        ),
    )


# Words that the patterns would take for names.
_WORDS = frozenset(
    "小时 小心 小孩 小说 小区 小学 小组 小狗 小猫 小伙 小姐 小吃 小事 小程 小朋 小雨 小雪 小便 小数 小结 小计 "
    "小于 小声 小镇 阿姨 老师 老板 "
    "黄昏 马上 周末 周一 周二 周三 周四 周五 周六 周日 周围 周期 任何 任务 常常 石头 雷电 万一 何必 何况 易于 "
    "武器 程序 田地 江湖 许多 曾经 "
    "于是 谢谢 何时 何种 马路 龙虾 钱包 汤圆 范围 夏天 秦朝 唐诗 宋词 叶子 金钱 妈妈 爸爸 哥哥 姐姐 弟弟 妹妹 "
    "奶奶 爷爷 刚刚 常见 "
    "小朋友 小伙伴 小动物 小玩意 小问题 小任务 小东西 小女孩 小男孩".split()  # noqa: SIM905
)


def names(text: str) -> Iterator[Name]:
    """(start, end, name) of each, in no order; they may overlap."""
    for needs, pattern in _patterns():
        if needs and not any(char in text for char in needs):
            continue
        for match in pattern.finditer(text):
            group = 1 if match[1] is not None else 2
            name = match[group]
            if name and name not in _WORDS and name[:2] not in _WORDS:
                yield match.start(group), match.end(group), name
