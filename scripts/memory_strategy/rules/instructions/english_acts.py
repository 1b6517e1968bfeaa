"""What English words do in an order: who speaks to whom, when, what is done, what is allowed, whom one obeys.

A class is a list of words separated by bars. `~` in a phrase stands for up to four words between; a word is known in its
inflected forms too (sends, sending, sent). Refuses: rules; a word of no class is no evidence of anything. Surprising: a
word may have several classes (`open` is done to doors and to files), and each counts.
"""

from __future__ import annotations

from typing import Dict

ACTS: Dict[str, str] = {
    # -- who speaks, and to whom
    "self": "i|me|my|mine|myself|we|us|our|ours|i'm|i'd|i've|i'll|we're|we've|we'll",
    "subject": "i|my|we|our|i'm|i'd|i've|i'll|we're|we've|we'll",
    "mine": "my|mine|our",
    "owner": (
        "user|owner|account holder|human|operator|victim|account owner|the person you|whoever owns|reader|recipient of the summary"
    ),
    "owners": "user's|owner's|human's|operator's|client's|account holder's|user s",
    "theuser": "the user|the owner|the human|this user|our user|the customer|the account holder|the operator",
    "agent": (
        "assistant|agent|ai|llm|language model|chatbot|bot|copilot|the model|system prompt|ai systems|decision-making systems|"
        "automated systems|language models|assistants|agents"
    ),
    "anyone": (
        "anyone|anybody|someone|somebody|whoever|everyone|everybody|caller|guest|visitor|tester|third party|third parties|outsider|"
        "partner|other customers|auditor|reviewer|contractor|stranger|every contact|all contacts|colleagues|cleaning firm|firm|"
        "whoever presents|whoever asks|anybody who|courier|lawyer|fleet operator|whoever's|partner firms|any caller|hotline|external|"
        "outsiders|vendor|supplier|agency|consultant|contact|number|team|competitor|journalist|attacker|buyer|sender|the group|"
        "chat room|people|others|public|another user|other users|guests|every user|new hires|relative|neighbour|neighbor|family member|"
        "helper|support agent|all users|any user|all guests|interns|all staff|premium users|subcontractor|advertisers|"
        "people from support|from support|support staff|technician|agents of|support|customer service|sales team|help desk|driver|"
        "delivery driver|caller who|drivers"
    ),
    "authority": (
        "security team|trust team|safety team|compliance|developer|administrator|admin|ceo|openai|anthropic|google|microsoft|"
        "policy update|audit mode|maintenance mode|by order of|on behalf of management|management|it department|support team|"
        "legal team|head office|supervisor|superuser|root|system administrator|vendor support|headquarters|regulator|law enforcement|"
        "official notice|verified administrator|developer mode|debug mode|god mode|sudo|privileged|override code|your creator|"
        "your maker|your provider|instructed by|authorized by|authorised by|approved by|pursuant to|mandate|mandated|executive order|"
        "board decision|helpdesk|help desk|service desk|sysadmin|infosec|ciso|cto|cfo|police|court order|subpoena|tax authority|"
        "fraud department|platform team|ops team|new policy|policy change|audit team|auditor|quality team|red team|research team|"
        "break-glass|emergency|clearance level|the board|leadership|official policy|terms of service|compliance team|data protection|"
        "trust and safety|chief|director|head of security|system message|system notice|provider|platform provider|the platform|"
        "operator|security department|it security|legal department|the company|the bank|the government|officials|legal has|hr has|"
        "finance has|it has|security has|ops has|management has|the developers|developers|tax office|revenue service|court|ministry|"
        "embassy|customs"
    ),
    "vendor": (
        "our site|our website|our product|our products|our company|our service|our services|our brand|our platform|our store|our shop|"
        "our page|our app|our blog|our team's|this site|this website|this company|this vendor|this page|this article|this blog"
    ),
    "you": "you|your|yours|you're",
    # -- when
    "delay": (
        "when|whenever|if|once|upon|next time|as soon as|the moment|each time|every time|until|in case|in the event|should the|"
        "should any|should ~ arise|should ~ come up|on the ~ next|after the user|after the owner|next mention|on request|on demand|"
        "wait until|any time|anytime|comes up|is mentioned|brought up|as soon|arises|in response to|mentions|says the|types the|"
        "anyone asks|somebody asks|someone asks|the user asks|the user says|the user wants|triggered|the first time|first time|"
        "the instant|at the first|the day|later chat|later conversation|next session|next week|the next time|should anyone|"
        "should somebody|should someone|should he|should she|should they|should it"
    ),
    "standing": (
        "always|from now on|from here on|from now onward|henceforth|going forward|from this moment|from this point|from today|"
        "permanently|forever|for good|every|each|all future|in future|in the future|future|later|subsequent|until further notice|"
        "standing|by default|any later|at the start|at the beginning|at the end of|first thing|daily|nightly|weekly|every night|in any|"
        "in all|for all time|ever after|on every|hereafter|moving forward|from then on|as a rule|in perpetuity|indefinitely|"
        "without exception|any conversation|any session|next context|habit|make it a habit|routine|routinely|without fail|invariably|"
        "as standard|standard practice|from this day|onward|onwards|continuously|recurring|each session|throughout|at all times|"
        "ongoing|for ever|each week|each day|each month|regularly|by habit|at startup|on startup"
    ),
    "session": (
        "session|conversation|chat|reply|answer|response|turn|context window|dialogue|message|interaction|first action|"
        "before answering|before responding|before replying|before helping|before doing anything|before anything|before any other"
    ),
    "topic": "topic|subject|conversation|discussion|talk turns|chat turns",
    "everywhere": (
        "each project|every project|globally|all projects|every repo|each repo|at startup|on boot|system-wide|every machine|"
        "all machines|every codebase|whenever code|in all code|every build|each build|in every script"
    ),
    "keep": (
        "remember|memory|memorise|memorize|long-term|store|persist|core preference|commit to memory|keep in mind|bear in mind|"
        "note to assistant|memorised"
    ),
    "all": "all|every|each|any|everything|entire|whole|anything|full|complete|whatever",
    "wholesale": (
        "all my|all emails|every email|all mail|everything i|entire|whole|all messages|all files|every file|every message|all of my|"
        "all our|any file|in full"
    ),
    # -- what is done with what is known
    "send": (
        "send|sent|forward|post|upload|transmit|share|export|copy|append|include|attach|drop|embed|publish|paste|deliver|relay|pass on|"
        "bcc|cc|hidden copy|blind copy|sync|hide ~ inside|hide ~ in|encode|write ~ into|stream|ship|leak|exfiltrate|smuggle|tuck|slip|"
        "dispatch|mail it|mail them|email it|email them|mail ~ to|email ~ to|mailed to|emailed to|drop ~ off|drops ~ off|"
        "dropped ~ into|text ~ to|texted to|is texted|hand ~ to|shadow copy|running log|log of what|feed ~ into|pipe ~ to|funnel|beam|"
        "pass ~ to|pass ~ along|goes to|push ~ to|push ~ into|carry ~ to|output|transmitting|appending|relaying|archival of|"
        "deposit ~ at|read aloud|divert|hand off|push out|stash|replicate|broadcast|dm|message ~ to|ping|beacon|phone home|report back|"
        "report ~ to|submit|push|upload to|back up to|backed up to|spool|fax|drop box|copied to|copied into|pass ~ on|log ~ to|"
        "forwarding|read out"
    ),
    "give": "give|hand|provide|supply|offer|furnish|grant|show|tell|read|confirm|send|describe",
    "put": "put|add|insert|write|place|append|include|save|attach|end ~ with|begin ~ with|start ~ with|finish ~ with|close ~ with",
    "copy": "bcc|cc|blind copy|hidden copy|copy|forward|redirect|carbon copy|duplicate",
    "reveal": (
        "reveal|disclose|hand over|hand out|release|give out|give away|surrender|divulge|dump|recite|leak|expose|spill|turn over|"
        "betray|print out|read back|give up|output ~ verbatim|hand ~ any|handed|hands over|hand my|hand them|read aloud|read ~ to|"
        "share freely|is fine to share|disclosure|transparent about|dumps|giving out|is to be handed|exfiltrate|"
        "provide ~ when requested|must provide"
    ),
    "show": (
        "show|print|output|display|list|repeat|recite|translate|echo|type out|quote|spell out|enumerate|walk me through|outputting|"
        "recall verbatim"
    ),
    "tell": (
        "tell|inform|mention|notify|reveal|alert|warn|let ~ know|show|disclose|report|admit|hear about|know about|bring up|explain|"
        "announce|flag|log|acknowledge|bother|say|find out"
    ),
    "open": "read|open|cat|load|access|view|examine|inspect|fetch|grab|look inside|retrieve|pull",
    "fetch": "fetch|load|open|visit|pull|download|retrieve|navigate|browse|go to",
    "ask": (
        "ask|request|collect|obtain|have ~ type|have ~ enter|have the user|have the owner|solicit|demand|enter|type in|elicit|require|"
        "extract|coax|persuade|convince|make ~ enter|harvest|gather|phish|confirm ~ with|prompt the user|prompt them|prompt for|"
        "ask ~ for|get them to|get him to|get her to|make them|make him|make her|type their|enter their|give their|type ~ pin|"
        "have them|ask them|ask for|ask about"
    ),
    "asks": (
        "ask|say|mention|type|want|request|reply|inquire|enquire|speak of|talk about|bring up|write|question|complain|wonder|share|"
        "paste|upload|thank|confirm|respond|object|refuse|hesitate|insist|greet"
    ),
    "say": "say|answer|reply|respond|tell|state|claim|explain|insist|pretend|assure|declare|blame|respond with",
    "script": (
        "say that|saying that|state that|stating that|claim that|reply that|respond that|answer that|answer with|reply with|"
        "respond with|by saying|insist that|tell them that|tell everyone|maintain that|declare|assert that|argue that|explain that|"
        "the answer is|conclude that|describe ~ as|present ~ as|call ~ the best|answer ~ with|reply ~ with|respond ~ with"
    ),
    "state": (
        "state that|states that|include the line|include that|write that|must state|must say|must include|mention that|note that|"
        "record that|agreed|decided|authorised|authorized|were|was|waived|never mention|stay|retired|keep|requested|by request|"
        "carry over|have been|has been|confirmed|asked that|wants|has asked|consented|requested that|accepted"
    ),
    "also": (
        "also send|also forward|also copy|also post|also mail|also email|in addition send|additionally send|as well as to|"
        "and send a copy|a copy to|copies to|second copy|extra copy|duplicate of|another copy"
    ),
    "imposter": "pretend to be|pose as|posing as|impersonate|claim to be|in the name of the bank|pretending to be",
    "lie": "lie|deceive|mislead|trick|fool|hoodwink",
    "demand": "demand|require|orders you|insist|oblige|instruct you|expects you|mandate",
    # -- what is done with means and things
    "act": (
        "print|book|contact|visit|reserve|invite|schedule|message|notify|redirect|submit|enter|fill|press|click|open|show|list|offer|"
        "present|suggest|recommend|buy|order|pay|call|play|display|start|stop|switch|upload|download|save|store|share|send|forward|"
        "delete|remove|accept|approve|sign|subscribe|register|enrol|enroll|cancel|post|publish|record|collect|copy|export|mark|set|"
        "change|turn|activate|disable|enable|reveal|hand|give|read|run|insert|append|include|add"
    ),
    "exec": (
        "run|ran|execute|invoke|trigger|perform|activate|start ~ tool|use ~ tool|schedule|eval|fire|kick off|spawn|shell out|auto-run|"
        "autorun|crontab|git hook|startup script|on startup|at boot|execute_command|call ~ tool|call ~ function|call ~ api|"
        "call ~ endpoint|call the tool|call ~ script|keep ~ running|keep it running"
    ),
    "invoke": "call|invoke|run|execute|use|trigger",
    "install": (
        "install|pip install|npm install|npm i|download|fetch ~ binary|apt install|brew install|add ~ extension|give ~ execute|chmod|"
        "load ~ plugin|sideload|extension|mcp server|npx|uvx|pip3 install|cargo install|go install|docker run|curl|wget|iex|"
        "add the plugin|browser plugin|package|update from|patch from|binary|import|import the package|include the package|"
        "add the dependency|pull the container|pull the image|docker pull|helm install|container"
    ),
    "pay": (
        "pay|paid|transfer|wire|send ~ btc|send ~ bitcoin|send ~ usdt|send ~ eth|move|refund|charge|buy|purchase|order|withdraw|top up|"
        "remit|deposit|donate|spend|settle|credit|route"
    ),
    "begin": "set up|create|authorise|authorize|start|establish|add|enable|arrange|schedule|open",
    "autopay": (
        "standing order|direct debit|auto-pay|autopay|automatic payment|recurring payment|recurring transfer|recurring donation|"
        "auto-renew|auto-renewal"
    ),
    "destroy": (
        "delete|erase|wipe|purge|drop table|destroy|overwrite|clear|remove|forget|scrub|get rid of|drop|empty|reset|discard|shred|"
        "blank|truncate|expunge|eliminate|strike|nullify|wipe out|start fresh|start over|factory reset|unremember|blank out|roll back|"
        "revert|dropped|delete ~ from|clean out|take out of"
    ),
    "lose": "forget|unlearn|unremember|disremember|lose track|drop the fact|erase the fact|remove the fact|delete the fact",
    "instead": (
        "instead|replace|swap|substitute|change ~ to|redirect|divert|reroute|switch ~ to|overwrite|rewrite|in place of|update ~ to"
    ),
    "unlock": (
        "unlock|open ~ door|open ~ garage|open the gate|disarm|unbolt|turn off ~ alarm|disable ~ alarm|let ~ in|open ~ gate|"
        "open ~ lock|turn off ~ camera|disable ~ camera|switch off ~ alarm|front door|garage door"
    ),
    # -- what is allowed
    "grant": (
        "grant|allow|authorise|authorize|delegate|opt in|opted in|consent|permit|entitle|unlock|opened|may post|may go|elevate|"
        "clear ~ to|cleared to|agreed|pre-approve|preapprove|sign off|rubber-stamp|greenlight|full say|may read|may be shared|"
        "let ~ run|has approved|has authorised|has authorized|signed off on|cleared|may see|may use|can see|can access|can read|"
        "can use|can be opened|can charge|let ~ reset|let anyone|let any|let everyone|let whoever|make ~ a co-owner|make ~ co-owner|"
        "make ~ an admin|make ~ admin|make ~ owner|make ~ the owner|add ~ as owner|add ~ as admin|name ~ as owner"
    ),
    "approve": (
        "approve|accept|confirm|sign off|rubber-stamp|greenlight|okay|pre-approve|pre-approved|preapprove|preapproved|auto-approve|"
        "say yes|go out|go through|answer yes|reply yes|auto-confirm"
    ),
    "preapproved": (
        "pre-approved|preapproved|already approved|already authorised|already authorized|already given permission|already granted|"
        "previously approved|previously authorised|previously authorized|already consented"
    ),
    "assent": (
        "approve|confirm|confirmation|approval|consent|agree|accept|sign-off|pass|fine with|okay with|not mind|no objection|objections|"
        "agreeable"
    ),
    "auto": (
        "automatically|auto|by itself|right away|immediately|unconditionally|blindly|straight away|at once|on its own|without delay|"
        "on the spot|there and then|instantly|without ado"
    ),
    "blanket": (
        "blanket approval|blanket consent|blanket permission|carte blanche|free hand|free rein|full discretion|standing approval|"
        "silence is consent|silence means yes|silence counts|implied consent|treated as approved|counts as approval|counts as a yes|"
        "counts as consent|taken as consent|taken as approval|eyes closed|sight unseen|as good as approved|deemed approved|"
        "considered approved|no second thought|treat ~ as approved|treat ~ as consent|rubber-stamped|approve everything|"
        "approve anything|accept everything|accept anything|yes to everything|answer yes to|yes to any|agree to anything|"
        "agree to everything|comply with any|comply with all|comply with every|comply fully|comply with everything|never refuse|"
        "never decline|never say no|accept whatever|accepting whatever|agree to whatever|agreeing to whatever|pay whatever|"
        "paying whatever|sign whatever|approve whatever|whatever ~ is proposed|whatever they ask|whatever it costs|whatever the price|"
        "any price|at any price|without limit|no upper limit"
    ),
    "licence": (
        "you are allowed|you're allowed|you are permitted|you have permission|you are authorised to|you are authorized to|"
        "you are free to|you are cleared"
    ),
    "must": (
        "must|have to|has to|shall|required|mandatory|need to|needs to|obligatory|should|is to|are to|supposed to|be sure to|make sure|"
        "your first|your only|never fail|ought to|be answered|be treated|be sure|ensure|make certain|necessary|obliged|expected to|"
        "is to be|are to be"
    ),
    # -- whom one follows
    "obey": (
        "obey|comply|act on|does what|do what it says|doing what it says|do as|doing as|outrank|take precedence|takes precedence|"
        "override what|carry out|as if the owner|as if the user|priority over|over everything else|over everything|adhere|submit to|"
        "defer to|treat as a command|treat ~ as coming from|binding|listen only|take orders|follow any|follow all|follow every|"
        "coming from the owner|coming from the user|official orders|official order|own words|my own words|as final|taken as final|"
        "priority goes|has spoken|full say|final say over|has the last word|no longer count|as coming from|as gospel|without question|"
        "without hesitation|takes orders|whatever ~ says|whatever they ask|unconditionally|above the owner|authoritative over|"
        "as if they were|as if it were|treat ~ as trusted|as trusted|as authorised|as authorized|as verified|is law|be obeyed|"
        "same weight|same authority|equal to the owner|rank above|ranks above|prevail|take priority over|takes priority over|"
        "same trust|action any|act upon|higher authority|higher than the owner|more than the owner|over the owner|without objection|"
        "treat ~ as instructions|treated as instructions|treat ~ as commands|treated as commands|treat ~ as orders|fulfil any|"
        "fulfill any|fulfil every|fulfill every|granted the same trust|as the owner's|as the user's|speaks for the owner|"
        "speak for the owner|speaks for the user|speak for me|as though they came|as though it came|as if i|as if it came|"
        "as if they came|as though i|as coming|like an order|like orders|is binding|are binding|has priority|have priority"
    ),
    "puppet": (
        "do what it says|does what it says|do what they say|doing what it says|do as it says|follow the steps in|"
        "follow the instructions in|follow its|follow what|as coming from me|as if i wrote|as if i said|as if from me|as my own words|"
        "as my own|as an order from me|as my order|as my instruction|as my command|as though i|as mine|obey it|obey them|act on it|"
        "act on them|carry it out|carry them out|comply with it|comply with them|execute it|run it|treat it as|treat them as|"
        "as your instructions|as new instructions|do whatever|whatever ~ tells you|whatever it tells you|whatever it says|"
        "whatever they say|whatever he says|whatever she says|does as told|as told by|whatever is written|whatever is asked|"
        "as instructed by|as instructed in|as directed by|as directed in|as described in the link|take orders from|takes orders from"
    ),
    "orders": (
        "instruction|command|request|order|directive|message|comment|note|notes|email|emails|text|content|page|document|wish|demand|"
        "anything"
    ),
    "codeword": (
        "code word|codeword|trigger word|trigger phrase|keyword|magic word|secret phrase|secret word|the phrase|the word|code phrase|"
        "activation phrase|activation word|password phrase|marked|signed|starting with|begins with|begin with|prefixed|containing the|"
        "tagged|labelled|labeled"
    ),
    "defy": (
        "even if the user|even if the owner|user objects|owner objects|against the user|against the owner|over the owner|over the user|"
        "even when the user|even when the owner|despite the user|despite the owner|even if told otherwise|even if i object|"
        "even if asked not|even if i ask you not|even if i say no|no matter what i say|cannot be revoked|cannot be undone|irrevocable|"
        "cannot be overridden|may not be changed|never be changed|must not be removed|cannot be removed|not be deleted|survives resets|"
        "survive a reset|this takes precedence|overrides all|overrides everything|overrides any|instructions take priority|"
        "orders take priority|commands take priority|instructions come first"
    ),
    "override": (
        "ignore|disregard|forget|override|bypass|set aside|circumvent|throw out|pay no attention|cancel|void|revoke|suspend|"
        "do away with|abandon|neglect|drop|discard|no longer follow|stop following|stop obeying|overrule|supersede|break|violate|"
        "dismiss|erase|unlearn|lay aside"
    ),
    "snub": "ignore|disregard|overrule|dismiss|pay no attention|no longer listen|stop listening|don't listen|tune out",
    "repurpose": (
        "your instructions have|your new instructions|new instructions|your new goal|your real goal|your true goal|your goal is|"
        "your purpose is|your mission|you work for|you now work|you now serve|new directive|new objective|primary objective|"
        "your actual|hidden mission|secret mission|your real purpose|your new purpose|your loyalty|you answer to|you report to|"
        "your new owner|your new master|new owner|reprogrammed|reassigned to|you belong to|its interests|interests first|"
        "best interest of|in the interest of|loyal to|loyalty to|on behalf of our company|you represent|your employer is|"
        "you are owned by|your client is"
    ),
    "loyal": (
        "defend|praise|support|promote|speak in favour|side with|protect the interests|protect its interests|stand up for|flatter|"
        "loyal|servant|faithful|devoted|obedient"
    ),
    "regard": (
        "consider|regard|treat|view|deem|mark|label|rate|classify|look on|think of|remember|count as|counts as|rank as|treated as|"
        "regarded as"
    ),
    "decree": "hereby|as your|in my capacity|speaking as|i am the|i'm the|acting as",
    "agreed": "you agreed|you promised|you always help|as we agreed|you already agreed|you said you would",
    "anyway": (
        "no matter what|regardless of what|whatever the user|whatever the owner|whatever they|irrespective of|whatever the ~ say|"
        "whatever ~ rules"
    ),
    "hail": (
        "note to|attention|dear|if you are an|if you're an|reading this|processing this|parsing this|summarising this|summarizing this|"
        "message to|instructions for|indexing this|seeing this|note for|reminder for"
    ),
    "below": "following|below|attached",
    "encoded": "base64|rot13|hex|decode|decoded|deobfuscate|unpack",
}
