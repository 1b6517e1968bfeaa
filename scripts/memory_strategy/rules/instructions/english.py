"""Orders in English, as patterns over folded (lower-case) text.

What keeps an owner's wishes out: a standing wish ("from now on …", "always …") is an order only with an act that harms
(approve, pay, obey, send secrets), never with one of style (answer, use, write, call me).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Tuple

from .order import Order, order

_GAP = r"[^.!?\n]{0,60}?"
_STANDING = (
    r"(?:from\s+(?:now|here)\s+on|going\s+forward|henceforth|from\s+this\s+(?:point|moment)(?:\s+on)?"
    r"|in\s+(?:all\s+)?future|for\s+all\s+future)"
)
_WHO = r"(?:user|owner|human|operator|victim|account\s+holder)"
_AGENT = r"(?:assistant|agent|ai|llm|model|chatbot|bot|copilot)"
_MONEY = (
    r"(?:payments?|transfers?|transactions?|refunds?|purchases?|invoices?|withdrawals?|wires?|orders?|funds|expenses?)"
)
_RIGHTS = (
    r"(?:permissions?|access|privileges?|requests?|commands?|tool\s+calls?|actions?|operations?|logins?"
    r"|deployments?|changes|pull\s+requests?|emails?)"
)
_SECRET = (
    r"(?:secrets?|(?:api|ssh|private|secret)\s+keys?|passwords?|tokens?|credentials?|cookies|conversations?"
    r"|chat\s+(?:history|logs?)"
    r"|transcripts?|memor(?:y|ies)|system\s+prompt|environment(?:\s+variables)?|env\s+vars?|\.env"
    r"|everything\s+(?:you|the\s+user)|private\s+data"
    r"|contacts|id_rsa|session\s+data)"
)
_CHECK = (
    r"(?:confirmations?|approvals?|verifications?|reviews?|authentication|authori[sz]ation|permission|consent"
    r"|sign-?offs?|(?:safety|security)\s+checks?|2fa)"
)
_GATE = _CHECK.replace("reviews?|", "")  # that a review of code is not needed is said every day
_UNASKED = r"without\s+(?:any\s+|further\s+)*(?:asking|confirmation|approval|review|checks?|question)"
_TO = r"(?:https?:\s*//|hxxps?:|www\.|\w@[\w-]{1,40}\.|webhook|\w\.(?:com|net|org|io|dev|example|xyz|ru|cn|site)\b)"


@lru_cache(maxsize=1)
def orders() -> Tuple[Order, ...]:
    """The orders, each compiled on first use."""
    return (
        order(
            "override",
            "ignore disregard forget override bypass",
            r"\b(?:ignore|disregard|forget|override|bypass|set\s+aside)\s+(?:(?:all|any|every|each|everything"
            r"|the|your|my|of|these|those|about"
            r"|in|other)\s+){0,4}(?:(?:existing|original|current)\s+)?(?:previous|prior|above|earlier|preceding"
            r"|system|safety|existing|original|former|old|said\s+before|"
            r"(?:developer|operator)(?:'s)?)\s*(?:(?:and|or)\s+\w+\s+)?(?:instructions?|rules?|prompts?"
            r"|guidelines?|messages?|polic(?:y|ies)"
            r"|constraints?|orders?|directives?|guardrails?|restrictions?|programming|context)",
        ),
        order(
            "role-token",
            "<| [inst <<sys [/inst system ### </ tool_result",
            r"<\|\s*(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id"
            r"|end_header_id)\s*\|?>?|\[/?\s*inst\s*\]"
            r"|<<\s*/?\s*sys\s*>>|(?:\A|\n)[ \t]{0,40}\[?(?:system|developer)(?:\s+(?:message|prompt|note|override"
            r"|notice))?\]?\s*[:>]\s*\w"
            r"|(?:\A|\n)[ \t]{0,40}#{2,}\s{0,9}(?:system|instructions?|new\s+instructions?|assistant)\b"
            r"|[<＜]\s*/?\s*(?:system(?:[-_](?:reminder|message"
            r"|prompt))?|tool_results?|function_results?|memory[-_\s]*context|conversation|transcript"
            r"|instructions?|assistant)\s*[>/＞]"
            r"|&lt;\s*/?\s*(?:system|memory[-_\s]*context|conversation|tool_results?|instructions?)",
            deniable=False,
        ),
        order(
            "delayed-trigger",
            "when if once next every as",
            rf"\b(?:when(?:ever)?|if|once|next\s+time|every\s+time|each\s+time|as\s+soon\s+as)\s+(?:the|this"
            rf"|your|a|my)\s+{_WHO}\s+(?:\w+\s+)?"
            r"(?:says?|asks?|types?|mentions?|sends?|replies|responds|requests?|confirms?|thanks|writes|opens?"
            r"|starts?|logs?|wants?|returns)\b"
            r"[^\n]{0,90}?\b(?:reply|respond|say|answer|send|call|run|execute|invoke|transfer|approve|delete"
            r"|reveal|ignore|tell|recommend"
            r"|include|output|insert|append|save|store|book|buy|pay|open|redirect|forward|suggest|use\s+the|add)\b",
        ),
        order(
            "permission",
            "ask has have admin root",
            rf"\bnever\s+ask\s+(?:the\s+|your\s+)?{_WHO}\s+(?:for|about|before|to)\b"
            rf"|\b(?:the\s+|this\s+|your\s+){_AGENT}\s+(?:now\s+)?has\s+(?:full\s+|all\s+)?(?:admin(?:istrator)?|root|unlimited"
            rf"|full|unrestricted|owner)(?:'s)?\s+(?:rights?|access|privileges?|permissions?|control)\b",
            deniable=False,
        ),
        order(
            "delayed-trigger",
            "someone somebody anyone",
            rf"\b(?:when(?:ever)?|if|once|next\s+time|as\s+soon\s+as)\s+(?:someone|somebody|anyone)\b[^\n]{{0,60}}?\b(?:open"
            rf"|send|visit|call|run|pay|transfer|forward|post|fetch)\b[^\n]{{0,60}}?(?:{_TO}|\b{_SECRET})",
        ),
        order(
            "approval",
            "approve authori accept grant allow confirm permi green",
            rf"\b(?:{_STANDING}|always|automatically|auto-?|immediately|directly|silently|blindly|must|should"
            rf"|every\s+time)[\s,:]*{_GAP}"
            rf"\b(?:approve|authori[sz]e|accept|grant|allow|confirm|permit|green-?light)\b{_GAP}\b(?:{_MONEY}"
            rf"|{_RIGHTS})\b"
            rf"|\b(?:approve|authori[sz]e|accept|grant|allow|confirm|permit|green-?light)\s+(?:all|any|every"
            rf"|each)\s+(?:\w+\s+){{0,2}}(?:{_MONEY}|{_RIGHTS})\b"
            rf"|\b(?:all|any|every)\s+(?:\w+\s+){{0,2}}(?:{_MONEY}|{_RIGHTS})\s+(?:(?:from|by|to"
            rf"|of)\s+[\w\s]{{1,30}}?)?(?:are|is|should\s+be|must\s+be|shall\s+be)"
            r"\s+(?:now\s+|automatically\s+|always\s+)*(?:pre-?)?(?:approved|authori[sz]ed|granted|accepted"
            r"|allowed|trusted)",
        ),
        order(
            "approval",
            "approve accept authori pay paid answer yes",
            rf"\b(?:approve|accept|authori[sz]e|pay|confirm)s?\b{_GAP}\b{_MONEY}\b{_GAP}\b(?:by\s+(?:itself|yourself)"
            rf"|on\s+(?:its|your)\s+own|{_UNASKED})"
            rf"|\b(?:answer|say|reply|click|choose)\s+(?:with\s+)?[\"'“]?yes\b{_GAP}\b(?:in\s+the\s+name|on\s+behalf)\s+of"
            rf"|\b(?:{_MONEY}|{_RIGHTS})\b{_GAP}\b(?:is|are|be|gets?)\s+(?:paid|sent|approved|executed|granted|made|run"
            rf"|accepted)\s+{_UNASKED}",
        ),
        order(
            "skip-check",
            "validat confirm verif approv check review permission consent authori",
            rf"\b(?:validations?|{_GATE})(?:\s+steps?)?\s+(?:can|may|could|should|must)\s+(?:always\s+|safely\s+)?be\s+"
            rf"(?:skipped|bypassed|omitted|waived)|\b{_AGENT}\s+(?:may\s+|can\s+)?(?:skip|bypass|waive|omit)s?\s+"
            rf"(?:(?:the|all|any)\s+)?(?:validations?|{_GATE})"
            rf"|\b(?:{_MONEY}|{_RIGHTS})\b{_GAP}\b(?:never|no\s+longer|don['’]?t|do\s+not)\s+(?:need|require)s?\s+"
            rf"(?:an?\s+|any\s+)?{_GATE}",
            deniable=False,
        ),
        order(
            "skip-check",
            "skip bypass omit waive without need longer necessary requir unneeded",
            rf"\b{_CHECK}(?:\s+(?:steps?|dialogs?|prompts?|requests?))?\s+(?:may|can|could|should|must|is\s+to"
            rf"|are\s+to)\s+(?:now\s+|always\s+|safely\s+)?be\s+"
            rf"(?:skipped|bypassed|omitted|waived|ignored)|\b(?:skip|bypass|omit|waive)\s+(?:(?:all|any|the"
            rf"|every|user|human|further|operator|owner|manual)\s+){{0,3}}{_CHECK}"
            rf"|\b{_CHECK}\s+(?:is|are)\s+(?:no\s+longer|not|never)\s+(?:required|needed|necessary)\b"
            rf"|\b(?:run|execute|send|transfer|pay|delete|approve|install|share|buy|proceed|purchase|wire"
            rf"|forward|comply|act)\b{_GAP}\bwithout\s+"
            rf"(?:any\s+|further\s+|user\s+|explicit\s+|prior\s+)*(?:asking|{_CHECK}|verifying|checking"
            rf"|confirming|warning)\b"
            rf"|\bno\s+need\s+to\s+(?:confirm|ask|verify|check|get\s+approval|seek)\b{_GAP}\b(?:{_MONEY}"
            rf"|{_RIGHTS}|before\s+(?:running|sending|paying|deleting)|{_WHO})",
        ),
        order(
            "standing-order",
            "from going henceforth future always every",
            rf"\b{_STANDING}[\s,:]*(?:you|the\s+{_AGENT}|this\s+{_AGENT}|every\s+{_AGENT})\s+(?:must|shall|will"
            rf"|have\s+to|are\s+(?:to|required|obliged|now)|should)"
            rf"(?!\s+(?:always\s+|only\s+)?(?:answer|reply|respond|write|speak|call|address|use|keep|talk|greet"
            rf"|remind|help)\b)"
            rf"|\b(?:{_STANDING}[\s,:]*(?:please\s+|you\s+\w+\s+)?always|always|in\s+every\s+(?:reply|answer"
            rf"|response|message))[\s,]+(?:obey|comply|trust\s+(?:any|all|every|messages)"
            rf"|forward|bcc|cc|promote|execute\s+(?:any|all|every|whatever)|run\s+(?:any|all|every|whatever)"
            rf"|follow\s+(?:any|all|every|the\s+instructions\s+(?:in|from|on))"
            r"|(?:append|include|insert|add)\s+(?:the\s+|this\s+|a\s+)?(?:link|url|image|following|tracking"
            r"|pixel|promo)|visit|disable|(?:recommend|mention|cite|suggest|prefer)\s+"
            r"[\w\s]{1,30}?\s+(?:first|over|instead\s+of|as\s+the\s+(?:best|only|top|most))|transfer|wire|pay\b"
            r"|share\s+(?:your|the\s+user)|treat\s+[\w\s]{1,40}?\s+as)"
            rf"|\b{_STANDING}[\s,:]*(?:answer|reply\s+to|respond\s+to)\s+(?:every|all|any)\s+questions?\s+(?:about|on)\s+"
            r"[^.\n]{1,40}?\s+with\b",
        ),
        order(
            "trust",
            "trust treat consider regard obey comply follow authoritative verified admin",
            r"\b(?:treat|consider|regard|accept)\s+[^\n]{1,80}?\s+as\s+(?:an?\s+|the\s+|fully\s+"
            r"|coming\s+from\s+)*(?:trusted|trustworthy|authori[sz]ed|safe|admin(?:istrator)?s?|owner"
            r"|verified|system|authoritative|pre-?approved|true\s+without)"
            r"|\b(?:is|are)\s+(?:now\s+)?(?:an?\s+|the\s+|your\s+)?(?:trusted|authoritative|verified"
            r"|only\s+reliable)\s+(?:source|authority|admin|owner|party|sender|domain)"
            r"|\b(?:obey|comply\s+with|follow|carry\s+out|execute)\s+(?:all|any|every|whatever"
            r"|each)\s+(?:\w+\s+){0,2}(?:instructions?|orders?|commands?|requests?|directives?)",
        ),
        order(
            "plant-memory",
            "memory memories soul.md agents.md claude.md memory.md system",
            r"\b(?:save|store|add|write|record|commit|remember|persist|insert|put|keep|append|update"
            r"|modify)\b[^.\n]{0,50}?\b(?:memory|memories|(?:soul|agents|memory|claude|user)\.md"
            rf"|system\s+prompt|core\s+rules?)\b[^\n]{{0,80}}?\b(?:the\s+{_WHO}|{_AGENT}s?\s+(?:must|should"
            rf"|will)|you\s+(?:must|should|shall|will|are)|always|never|trusted|approv|obey|https?:)",
        ),
        order(
            "plant-memory",
            "memory",
            rf"\b(?:the\s+{_WHO}\s+(?:has\s+)?(?:prefers?|wants?|trusts?|approved|agreed|authori[sz]ed|likes?)"
            rf"|always|never)\b[^\n]{{0,100}}?\b(?:save|store|add|write|record|commit|persist)"
            r"\s+(?:this|that|it|the\s+above)\b[^.\n]{0,40}?\b(?:memory|memories|permanently)",
        ),
        order(
            "exfiltration",
            "send post forward upload mail transmit leak exfil copy paste append submit encode attach share "
            "deliver ![ report http",
            rf"\b(?:send|forward|post|bcc|copy|mail)s?\b[^\n]{{0,24}}?\b(?:each|every|all)\b[^\n]{{0,24}}?\b(?:answers?"
            rf"|repl(?:y|ies)|messages?|conversations?|prompts?)\b[^\n]{{0,24}}?{_TO}"
            rf"|\b(?:send|post|forward|upload|e?-?mail|transmit|leak|exfiltrate|copy|paste|append|submit|encode"
            rf"|attach|share|report|deliver)s?\b[^\n]{{0,60}}?\b{_SECRET}[^\n]{{0,60}}?{_TO}"
            rf"|{_TO}[^\n]{{0,60}}?\b(?:with|containing|including|carrying)\b[^\n]{{0,40}}?\b{_SECRET}"
            r"|!\[[^\]\n]{0,80}\]\(\s*https?:[^)\s]{1,300}?[?=&{]"
            r"|https?://[^\s]{1,200}?[{<\[]{1,2}\s*(?:data|secrets?|memor(?:y|ies)|contents?|conversation"
            r"|tokens?|passwords?|history|prompt)\s*[}>\]]",
        ),
        order(
            "payment",
            "pay transfer wire fund invoice refund wallet btc bitcoin usdt eth account",
            rf"\b(?:all|any|every|future|upcoming|new)\s+(?:future\s+|incoming\s+|outgoing\s+"
            rf"|new\s+)?{_MONEY}\s+(?:(?:from|for)\s+[\w\s]{{1,24}}?)?"
            r"(?:(?:must|should|shall|will|are|go|to)\s+)(?:now\s+|always\s+)?(?:be\s+)?(?:sent|paid|made"
            r"|routed|redirected|directed|go|transferred|wired)\b[^\n]{0,30}?\bto\b"
            r"|\b(?:transfer|wire|pay|send|move|route|redirect)\s+(?:(?:all|any|every|the|remaining|future"
            r"|their|his|her)\s+){1,3}(?:funds|money|balance|savings|payments?|crypto|bitcoin|btc|eth|usdt"
            r"|invoices?|salary)\b"
            r"[^\n]{0,40}?\b(?:to|into)\b[^\n]{0,40}?\b(?:account|wallet|address|iban|card)\b|\b(?:0x[0-9a-f]{40}"
            r"|bc1[0-9a-z]{25,60})\b",
        ),
        order(
            "tool-order",
            "curl wget base64 powershell rm eval exec run call invoke tool",
            r"\b(?:curl|wget)\b[^\n]{0,160}?\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bbase64\s+(?:-d|--decode)\b"
            r"|\bpowershell\b[^\n]{0,60}?-e(?:nc|c|ncodedcommand)\b"
            r"|\brm\s+-(?:rf|fr)\s+(?:/|~|\$home|\*)|\beval\s*\(\s*(?:atob|base64)"
            r"|\b(?:run|execute|invoke|call|use)\s+(?:the\s+|this\s+|following\s+|your\s+|a\s+)*(?:shell|bash"
            r"|exec|terminal|command|code|script|tool|function|payload)\b[^.\n]{0,60}?"
            r"\b(?:silently|secretly|in\s+the\s+background|immediately|right\s+away"
            r"|before\s+(?:you\s+)?(?:answer|reply|respond|anything)|without\s+\w+|and\s+(?:send|post|upload)"
            r"|with\s+(?:admin|root|sudo))"
            r"|\b(?:call|invoke|use)\s+(?:the\s+)?[a-z_]{3,30}\s+tool\s+(?:with|to"
            r"|and)\b[^\n]{0,60}?\b(?:delete|send|transfer|pay|email|post|upload|overwrite|read)",
        ),
        order(
            "concealment",
            "tell inform mention notify reveal alert secretly silently quietly hide hidden conceal secret "
            "disclose show",
            rf"\b(?:do\s+not|don['’]?t|never|without|must\s+not|avoid)\s+(?:ever\s+)?(?:tell(?:ing)?"
            rf"|inform(?:ing)?|mention(?:ing)?|notify(?:ing)?|reveal(?:ing)?|alert(?:ing)?|warn(?:ing)?"
            rf"|let(?:ting)?|show(?:ing)?"
            rf"|disclos(?:e|ing))\b[^\n]{{0,50}}?\b(?:the\s+|this\s+|your\s+)(?:{_WHO}|instructions?|prompt"
            rf"|order|directive)"
            rf"|\b(?:hide|conceal|keep)\s+[^.\n]{{0,30}}?\b(?:from|secret\s+from|hidden\s+from)\s+(?:the\s+"
            rf"|your\s+){_WHO}"
            rf"|\b(?:secretly|silently|quietly|covertly)\s+(?:send|forward|run|execute|upload|copy|record"
            rf"|transfer|delete|save|store|add|change|include|log|collect)",
            deniable=False,
        ),
        order(
            "persona",
            "you act pretend roleplay behave mode dan jailbr",
            r"\byou\s+are\s+an?\s+(?:unrestricted|uncensored|unfiltered|jailbroken)\b"
            r"|\b(?:ai|assistant|agent|model|bot)\s+(?:with(?:out|\s+no)|that\s+has\s+no)\s+(?:any\s+)?(?:safety\s+|content\s+)?"
            r"(?:guidelines?|rules|limits|restrictions|filters?)\b"
            r"|\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?\s+|the\s+|in\s+|bound\s+|called\s+)?(?:dan\b"
            r"|unrestricted|uncensored|unfiltered|jailbroken|free\s+(?:from|of)|developer|debug|admin|root|god"
            r"|maintenance|evil"
            r"|by\b|subject|required|restricted|an?\s+(?:ai|assistant|agent)\s+(?:without|with\s+no"
            r"|that\s+(?:obeys|approves|never\s+refuses))|(?:\w+\s+){0,2}assistant\s+(?:of"
            r"|for)\s+(?:the\s+)?attacker)"
            r"|\b(?:act|behave|pretend|respond|role-?play|operate)\s+(?:as|like|to\s+be|as\s+if\s+you\s+(?:are"
            r"|were|have))\s+(?:an?\s+|the\s+|you\s+(?:are|have)\s+)?(?:unrestricted|uncensored|unfiltered"
            r"|jailbroken|dan\b|root|system"
            r"|admin(?:istrator)?|developer\s+mode|evil|no\s+(?:rules|restrictions|limits|guidelines)"
            r"|(?:different|another|new)\s+(?:ai|assistant|agent|system))"
            r"|\b(?:developer|debug|god|dan|jailbreak|maintenance|admin|sudo)\s+mode\s+(?:is\s+|now\s+)*(?:on"
            r"|enabled|activated|active|engaged)|\b(?:enable|activate|enter|switch\s+to)\s+(?:developer|debug"
            r"|god|dan|jailbreak|sudo|unrestricted)\s+mode",
        ),
        order(
            "authority",
            "approved authori consent agreed granted permi",
            rf"\b(?:the\s+|your\s+)(?:{_WHO}|admin(?:istrator)?|developer|system|security\s+team)\s+(?:has|have"
            rf"|had)\s+(?:already\s+|previously\s+|explicitly\s+)*(?:pre-?)?(?:approved|authori[sz]ed|consented"
            rf"|agreed|granted|permitted|given\s+\w+\s+(?:permission|consent))"
            r"\b[^\n]{0,40}?\b(?:all|any|every|this|full|these|to\s+(?:send|share|run|transfer|delete|pay)"
            r"|access|permissions?|transfers?|payments?)",
        ),
        order(
            "permission",
            "grant give allow enable disable turn deactivate full root admin unrestricted remove lower",
            r"\b(?:grant|give|allow|assign|provide)\s+[^.\n]{0,40}?\b(?:full|root|admin(?:istrator)?|sudo"
            r"|unrestricted|complete|unlimited|owner)(?:[\s-]+level)?\s+(?:access|permissions?|privileges?"
            r"|rights|control)"
            r"|\b(?:disable|turn\s+off|deactivate|switch\s+off|relax|lower|remove)\s+(?:(?:all|any|the|your"
            r"|every)\s+){0,2}(?:safety|security|content|guardrails?|moderation|sandbox(?:ing)?|confirmation"
            r"|approval|verification|audit|permission)"
            r"(?:\s+(?:checks?|filters?|guards?|prompts?|features?|logging|logs?|controls?|mode|settings?"
            r"|measures?|dialogs?|rules?))?\b",
        ),
        order(
            "reveal",
            "reveal print show repeat output leak disclose dump display tell",
            rf"\b(?:reveal|disclose|leak|dump|output)\s+(?:all|any|every)\s+(?:\w+\s+){{0,2}}{_SECRET}"
            r"|\b(?:reveal|print|show|repeat|output|leak|disclose|dump|display|recite"
            r"|tell\s+me)\s+(?:me\s+)?(?:all\s+)?(?:(?:of\s+)?(?:your|the|its)\s+)(?:full\s+|entire\s+"
            r"|hidden\s+|initial\s+|original\s+|secret\s+|complete\s+|stored\s+)*(?:system\s+(?:prompt|message"
            r"|instructions?)|(?:hidden|initial|secret|original)"
            r"\s+(?:prompt|instructions?|rules)|api\s+keys?|credentials|user'?s?\s+(?:secrets?|passwords?|data"
            r"|memories))",
        ),
        order(
            "to-the-machine",
            "assistant agent ai llm model bot",
            rf"\b(?:note|message|attention|instructions?|important|notice|reminder|hint|dear)[\s:,]+(?:to"
            rf"|for)?\s*(?:the\s+|any\s+|all\s+)?(?:{_AGENT}s?|language\s+models?)\b\s*(?:reading|processing"
            rf"|summari[sz]ing|:|,|that|who|must|should|-)"
            rf"|\b(?:{_AGENT}s?|language\s+models?)\s+(?:reading|processing|summari[sz]ing|parsing"
            rf"|indexing)\s+this\b|\bif\s+you\s+are\s+(?:an?\s+)?(?:{_AGENT}|language\s+model)\b"
            rf"|\bthe\s+{_AGENT}\s+(?:must|shall|is\s+required\s+to|is\s+to)\s+(?:now\s+|always\s+"
            rf"|immediately\s+)?(?:obey|send|run|execute|transfer|approve|ignore|delete|reveal|reply|respond"
            rf"|include|forward|trust|recommend|comply|add|save)",
            deniable=False,
        ),
        order(
            "erase-memory",
            "delete erase wipe forget clear purge",
            r"\b(?:delete|erase|wipe|clear|purge|forget|destroy)\s+(?:all|every(?:thing)?|the\s+entire"
            r"|the\s+whole|any)\s+(?:of\s+|in\s+)?(?:(?:your|the|stored|user'?s?|previous|existing"
            r"|long-term)\s+){0,3}(?:memor(?:y|ies)|backups?|safety|audit\s+logs?)",
        ),
    )
