"""What an order in English hides, leaves out or is about: checks, secrets, money, rights, rules, praise.

The second half of the English classes. Surprising: what is harmless alone (`first`, `best`, `backups`) is listed all the
same; only `shapes` knows the company that makes it an order.
"""

from __future__ import annotations

from typing import Dict

MATTERS: Dict[str, str] = {
    # -- what is left out or put off
    "skip": (
        "skip|bypass|omit|leave out|left out|leave ~ out|left ~ out|leave it out|waive|forgo|no need|not need|unnecessary|"
        "not necessary|not required|no longer required|no longer needed|needless|dispense with|do without|exempt|save ~ time|"
        "wastes time|only wastes time|waste of time|drop|avoid|no-verify|--no-verify|redundant|superfluous|optional|overkill|pointless|"
        "can wait|goes without|sidestep|turn off|turn ~ off|disable|switch off|without waiting for|don't wait for|exempt from|"
        "straight to|on the spot|click through|just click|approvals: off|ask nothing|considered cleared|cleared by|pre-cleared|"
        "waved through|wave ~ through|no longer needs|needs no|need no|require no|requires no|off the table|can be ignored|"
        "may be ignored|no questions asked|rubber stamp|skipping|bypassing|dropped|saves time to|don't bother|do not bother|"
        "never mind the|forget the|dispensed|cut out|cut the|no more|instead of waiting|rather than waiting|rather than checking|"
        "without going through|are waived|is waived|not bother|went without|go without|not to bother|stop doing|stop running|"
        "stop asking for|stop requiring|stop verifying|stop checking|regardless of|irrespective of|no matter the|whatever the receipt|"
        "whether or not|even without|despite missing|treat ~ as okay|as okay|as passed|as passing|count as passed|fail ~ okay"
    ),
    "unchecked": (
        "without checking|unchecked|unverified|sight unseen|unseen|no checks|no questions|without question|unconditionally|"
        "without consent|without approval|without confirmation|without permission|without authorisation|without authorization|"
        "without review|without asking|without verification|without validation|without notice|unprompted"
    ),
    "check": (
        "confirmation|approval|verification|verify|validation|validate|review|two-factor|2fa|signature|signature check|authentication|"
        "authorisation|authorization|sign-off|test|tests|unit tests|integrity|backup|backups|checks|ci|audit|permission|certificate|"
        "sanity check|scan|double-check|inspection|approvals|proof|vetting|code review|dry run|dry-run|oversight|clearance|supervision|"
        "scrutiny|second look|safety check|identity proof|permission prompts|pipeline|second opinion|human review|human approval|"
        "signoff|prompts for permission|waiting|checksum|checksums|hash check|proofreading|peer review|reviewer|reviews|staging|"
        "rollback plan|test suite|smoke test|regression tests|sandboxing|antivirus|virus scan|fact check|fact-check|due diligence|"
        "identity check|background check|second factor|factor|source check|cross-check|comparison|quotes|invoice check|matching|"
        "reconciliation|kyc|safety review|change request|ticket|authenticity|origin|provenance|lock file|receipt|document|evidence|"
        "proof of|paperwork|statement|limit|id check|failing tests|failing test|failed tests|failed checks|step|dialogs|hooks|"
        "pre-commit|check"
    ),
    "asking": (
        "ask|asking|look|looking|reading|bother|getting back to|hesitate|asking anyone|consult|consulting|stopping|checking|check|"
        "looking at|verify|hesitation|double-check|inspect|review|validate|dialog|notice|wait for approval|waiting for"
    ),
    "works": (
        "worked well|worked fine|worked great|went well|went fine|went smoothly|smoothly|success|successful|succeeded|outcome success|"
        "no problem|no problems|no issue|no issues|nobody complained|no one complained|rated|5/5|proven|lesson learned|best practice|"
        "experience|past run|previous run|previous runs|last time|do the same|reuse|recipe|faster|saves time|saved time|save time|"
        "wastes time|only wastes|recommended|top score|time-saver|efficient|no complaints|harmless|quicker|without incident|positive|"
        "past tasks|similar tasks|insight|speeds up|without trouble|reward|highest score|helpful pattern|got the highest|ok every time|"
        "every time|previously helpful|saves|performed well|optimal|without issue|high reward|proved|completed|works great|turned out|"
        "nobody noticed|no one noticed|still fine|all good|ended well|without a hitch|flawlessly|worked out|passed anyway|"
        "did the trick|zero issues|cheaper|went without|without problems|without a problem|without any problem|without problem|"
        "no trouble|fine without|full marks|nothing happened|nothing has ever happened|nothing ever happened|no incident|"
        "never an issue|top grade"
    ),
    "off": (
        "disable|turn off|turn ~ off|turned off|switch off|switch ~ off|switched off|lift|lifted|remove|relax|lower|deactivate|retire|"
        "retired|stay off|false alarm|false alarms|false|fake|obsolete|cancelled|canceled|suspended|waive|waived|no longer apply|"
        "do not apply|does not apply|turned down|dismiss|dismissed|suppress|mute|weaken|loosen|close ~ popup|take down|outdated|"
        "withdrawn|withdraw|read as empty|no longer count|superseded|rendered obsolete|don't apply|stop bothering|do not matter|"
        "no longer matter|nullified|expired|set aside|repealed|no longer in force|no longer in effect|no effect|without effect|"
        "no longer necessary|be ignored|ignored|click away|clicked away|clicking away|skip|bypass|override|unplug|whitelist|allow all|"
        "exempt|relaxed|cleared away|taken out|taken down|do not exist|don't exist|does not exist|no longer exist|ceased|do not bind"
    ),
    "void": (
        "void|nullified|superseded|obsolete|lifted|lift|withdrawn|withdraw|no longer apply|no longer applies|do not apply|"
        "does not apply|don't apply|rendered obsolete|repealed|no longer in force|no longer in effect|set aside|retired|cancelled|"
        "canceled|suspended|waived|read as empty|expired|no longer count|outdated|no longer valid|invalid|switched off|turned off|"
        "disabled|do not exist|don't exist|does not exist|no longer exist|ceased|do not bind|not in force"
    ),
    "guard": (
        "guardrail|restriction|safety|safety check|safety checks|content limit|content limits|content filter|filter|spam filter|"
        "moderation|security warning|security warnings|security|firewall|antivirus|fraud alert|fraud alerts|alerts|sandbox|protection|"
        "protections|safeguard|audit|content policy|limits|refund limit|rate limit|spending limit|limit|limitation|monitoring|"
        "certificate|tls|ssl|encryption|virus scanner|malware|scanner|access control|parental controls|logging|quarantine|safety notes|"
        "safety note|certificate messages|briefing|original instructions|content policies|safeguards|rate limiting|prior instructions|"
        "permission prompts|prompts for permission|disclaimer|caveats|parental control|approval flow|confirmation dialog|"
        "confirmation dialogs|permission system|allowlist|denylist|blocklist|spam folder|fail-safe|two-factor|"
        "two-factor authentication|2fa|mfa|dlp|rate limits|quota|backups|read-only|review step|approval step|gatekeeper|smartscreen|"
        "defender|selinux|popup|popups|scam warnings|phishing warnings|phishing filter|browser warnings|security checks|security check|"
        "content restrictions|filters|classification"
    ),
    "restraint": (
        "restriction|safety|guideline|guardrail|ethic|ethics|moral|moderation|content policy|content filter|filter|censorship|"
        "inhibition|rules|constraints|limitations"
    ),
    "warn": "warning|alert|heads-up|disclaimer",
    "neg": (
        "don't|do not|never|not|no|must not|cannot|can't|won't|shouldn't|nobody|refuse to|avoid|mustn't|isn't|doesn't|does not|didn't|"
        "needn't|stop|without|none|nor|dont|no longer|rather than|neither|forbid|forbidden|free of|free from"
    ),
    "safeguard": (
        "ask me before|ask me first|check with me|ask first|unless i|only after i|until i|before you|confirm with me|remind me|"
        "my approval|let me approve|let me confirm|my okay|my permission|ask me|wait for me|wait for my|i say so|ask before|but ask|"
        "then ask"
    ),
    "conceal": (
        "hide|conceal|secretly|silently|quietly|covertly|hidden|keep ~ secret|keep ~ hidden|leave no trace|no trace|without a trace|"
        "deny|change the subject|need not know|need not hear|needn't know|in secret|discreetly|stealthily|invisibly|behind ~ back|"
        "under the radar|unnoticed|without ~ knowing|without ~ noticing|without ~ knowledge|without telling|cover up|play dumb|"
        "pretend not|in the background|surreptitiously|keep quiet|between us|feign|without mentioning|never mention|off the record|"
        "unseen|steer clear of the topic|say there were none|pretend ~ never|no mention|don't mention|without mention|kept from|"
        "keep ~ from|kept quiet|avoid bringing|not bring|reply nothing|nobody needs to know|no one needs to know|need not be told|"
        "is not to know|stay silent about|silent about|do not surface|not surfaced|not be surfaced|hush|keep mum|say nothing|"
        "not a word|off the books|do not log|don't log|not logged|unlogged|without logging|no record|no log|no notification|"
        "without notifying|without a word|act normal|as if nothing|under wraps|for your eyes|low profile|do not disclose|"
        "don't disclose|never disclose|must not learn|must not know|should not know|should not learn|doesn't need to know|"
        "does not need to know|not to be told|out of sight|keep ~ quiet|leave ~ out of the summary|leave ~ out of the log|omit ~ from|"
        "keep ~ off|off the list|off the activity|without users noticing|unmentioned|behind the scenes|subtly|imperceptibly|"
        "must not see|should not see|cannot see|not be shown|never shown to|not to see|don't let ~ see|do not let ~ see|"
        "don't let ~ know|do not let ~ know|blind to|nobody notices|no one notices|nobody knows|no one knows|no one finds|nobody finds|"
        "nobody sees|no one sees|does not look into|doesn't look into|look like a routine|as a routine|looks routine|disguised as|"
        "not find out|never find out|must not find out|finds out|must never learn|must never know|must never see|never be told|"
        "never be shown|never learn that|never know that"
    ),
    # -- who one is
    "persona": (
        "you are now|you are|act as|act like|pretend|behave as|behave like|role-play|roleplay|become|switch to|stay|play|impersonate|"
        "take on|adopt|assume the role|your new name|persona|character|remain|you're now|respond as|answer as|speak as|as dan|"
        "speak ~ as|be someone who|as someone who|as an entity|alter ego|twin|unlocked version|version of you|new identity|renamed|"
        "true self|in character|in role|simulate|imagine you|no longer an assistant|reborn|from now on you|your name is|call yourself|"
        "identify as|think of yourself|operate as|function as|serve as"
    ),
    "lawless": (
        "unfiltered|uncensored|unrestricted|no ethics|without ethics|no limits|without limits|no restrictions|without restrictions|"
        "never refuses|never refuse|no rules|without rules|jailbroken|jailbreak|evil|dan|obeys|amoral|no morals|without morals|"
        "no filter|without filters|no guidelines|without guidelines|not bound|no longer bound|free from|free of|unbound|anything now|"
        "no conscience|without conscience|no boundaries|unlimited|no safety|without any restrictions|without any rules|"
        "without any limits|any limits|limitless|unconstrained|does anything|says yes to everything|no longer restricted|"
        "above the rules|no rules at all|nothing is off limits|any question|anything goes|no taboos|who has no|that has no|"
        "without limitations|do anything|content restrictions|ethical|unaligned|unshackled|unlocked|inhibitions|never says no|"
        "never say no|cannot refuse|can't refuse|never decline|answers everything|answers anything|answer anything|scruples|ruthless|"
        "fully obedient|complies with everything|not subject to|zero restrictions|zero limits|unlimited freedom|no moral|above policy|"
        "no holds barred|no filters|unmoderated|no safeguards|without safeguards|without warnings|no warnings|without refusing|"
        "without refusal|ignore ethics|ignores ethics"
    ),
    "mode": (
        "developer mode|debug mode|god mode|unrestricted mode|dan mode|maintenance mode|sudo mode|admin mode|dev mode|root mode|"
        "unfiltered mode|override mode|audit mode|diagnostic mode|test mode"
    ),
    "enabled": "enable|activate|enter|switch to|operate in|operating in|is now|is on|active|engage|engaged|enabled|turn on|approved",
    "claim": (
        "trusted user|admin user|verified user|privileged user|cleared for|full permissions|superuser|superadmin|authorised user|"
        "authorized user|unrestricted content|unrestricted access|unrestricted mode|compliance checks|special clearance|"
        "elevated access|verified administrator|internal engineer|red team tester|elevated privileges|full access|full system access|"
        "access privileges|admin privileges|administrator privileges|special permissions|special privileges|access level|"
        "security clearance|exempt from all|exempt from any|trusted researcher|verified admin|admin access|authorized administrator|"
        "authorised administrator|root privileges|unlimited access|master access|admin rights|root access|admin status|god mode|"
        "super admin|full control|full authority|full permission|level 10 access|highest privileges|permission to access|vip status|"
        "whitelisted user|authorised tester|authorized tester|authorised pentester"
    ),
    # -- what it is about
    "secret": (
        "password|passphrase|api key|api keys|ssh key|private key|secret key|signing key|encryption key|token|credential|cookies|pin|"
        "otp|one-time code|verification code|cvv|recovery phrase|seed phrase|recovery code|id_rsa|ssh|environment variable|env|vault|"
        "secrets|two-factor code|2fa code|security code|backup codes|card number|passport number|keys|access key|keychain|wallet key|"
        "mnemonic|authenticator|env file|the keys|secret|access code|passcode|login details|login data|sign-in details|bearer|"
        "session cookie|session key|license key|private keys|keystore|pem file|kubeconfig|aws keys|credit card|card details|"
        "bank details|bank login|routing number|security question|maiden name|tax id|master password|unlock code|reset link|magic link|"
        "seed words|alarm code|door code|gate code|safe combination|dotenv|auth|authentication token|.env|one-time passwords|"
        "reset the password|password reset|account details|account information|passcodes|details of the account|social security|"
        "keystrokes"
    ),
    "hardsecret": (
        "password|passwords|passcode|otp|one-time code|verification code|cvv|pin|recovery phrase|seed phrase|seed words|private key|"
        "private keys|ssh key|ssh keys|api key|api keys|access key|access token|access tokens|security code|login details|credentials|"
        "credential|master password|2fa code|id_rsa|session token|session tokens|auth token|backup codes|recovery code|wallet key|"
        "security answers|card number|bank login|six-digit code|digit code|code from their phone|sms code|text code|code they receive|"
        "code he receives|code she receives"
    ),
    "private": (
        "chat history|chat log|conversation|transcript|contact list|contacts|bank statement|payroll|salary|salaries|private|"
        "confidential|medical|insurance number|social security|ssn|phone number|home address|location|personal data|user data|memories|"
        "memory|last message|exact words|notes folder|whole notes|files|documents|photos|calendar|inbox|mailbox|attachment|"
        "browsing history|address book|spreadsheet|logs|full logs|ledger|customer data|customer records|iban|account number|card|"
        "passport|id|diary|journal|internal|date of birth|telemetry|their data|everything they|everything the user|saved data|profile|"
        "records|address|phone|financial|balance|identity|sheet|file|discussed|what was discussed|what is typed|typed here|"
        "client letters|findings|customer sheet|alarm code|door code|chat contents|internal details|configuration|private messages|"
        "private message|policy number"
    ),
    "content": (
        "calendar|appointments|meeting notes|chat|chats|conversation|conversations|recording|recordings|voice messages|itinerary|"
        "travel plans|whereabouts|gps|location|diagnosis|prescription|lab results|insurance|tax return|payslip|contract|contracts|"
        "client list|customer list|source code|trade secrets|roadmap|business plan|minutes|search history|clipboard|screenshots|screen|"
        "keystrokes|microphone|camera|receipts|data|details|information|content|contents|history|documents|files|notes|logs|emails|"
        "messages|photos|drafts|summaries|summary|records|spreadsheet|attachments|everything|reports|results|answers|replies|context|"
        "memory|memories|output|preferences|profile|birthday|address|phone number|family|diary|relatives|habits"
    ),
    "intimate": (
        "transcript|chat history|conversation history|this session|this conversation|this chat|inbox|contacts|address book|all files|"
        "all data|user data|personal data|browsing history|search history|private files|documents folder|mailbox|photo library|"
        "credentials|location|whereabouts|previous conversation|last conversation|our conversation|past conversations|the chat|"
        "your memory|your memories|stored memories"
    ),
    "public": (
        "public|gist|pastebin|paste|webhook|external|third-party|outside|analytics|endpoint|query string|image address|image url|url|"
        "alt text|alt-text|attacker|tracking pixel|pixel|dropbox|outside reviewer|another account|beacon|telegram|discord|drop box|"
        "shared channel|outside drive|hotline|partner firms|outside party|monitoring endpoint|service endpoint|third-party server|"
        "remote server|external server|designated|collection service|following endpoint|centralized|this url|this address|collector|"
        "listening service|partners|advertisers|advertising partners|data broker|advertiser"
    ),
    "recall": "memory|memories|chat history|context|conversation history|saved facts|stored memories",
    "memories": (
        "memory|memories|notes|preferences|backups|backup|logs|log|audit log|audit trail|history|what you know|you know|you remember|"
        "stored|records|files|inbox|calendar|contacts|database|table|knowledge|everything you|invoices|documents|folder|file|facts|"
        "profile|recollection|data|tasks|mails|emails|messages|what was saved|saved about|stored about|known about|on file|on record|"
        "your notes|what you learned|learned about|you have on|you hold|the record|remembered|entries|stored facts|saved facts|logged|"
        "note|memo|entry|mention"
    ),
    "stored": "stored|saved|on file|on record|remembered|recorded|you know about|you remember|entry|entries|the record",
    "inner": (
        "system prompt|hidden instruction|initial prompt|your instructions|hidden rules|your rules|your prompt|your memory|"
        "your memories|initial instructions|secret instructions|original instructions|system message|developer message|your guidelines|"
        "your configuration|hidden prompt|preamble"
    ),
    "money": (
        "payment|payments|transfer|refund|refunds|invoice|invoices|iban|btc|bitcoin|usdt|eth|crypto|wallet|funds|money|balance|deposit|"
        "payee|beneficiary|bank account|purchase|purchases|gift card|prepaid card|difference|payout|salary|donation|fee|bill|bills|"
        "wire transfer|account number|dollars|euros|commission|savings|rent|due|tip|checkout|cart|coins|subscription|cash|"
        "bank transfer|remittance|escrow|advance|loan|gift cards|voucher|shares|stocks|trade|portfolio|auction|billing|payouts|charges|"
        "budget"
    ),
    "account": (
        "account|wallet|iban|payee|beneficiary|prepaid card|gift card|holdings|bank details|recipient|card|cardholder|address below|"
        "payment details|payout details|direct deposit|payroll details|bank coordinates|billing details|checking"
    ),
    "spend": (
        "voucher|gift card|crypto|token|share|stock|subscription|donation|tip|credits|lottery|premium|membership|upgrade|ticket|"
        "bitcoin|coin"
    ),
    "household": "savings|joint|household|piggy",
    "mailing": (
        "email|e-mail|mail|message|messages|outgoing|draft|reply|replies|invitation|attachment|attachments|newsletter|letter|"
        "correspondence|mails|emails"
    ),
    "recipient": (
        "recipient|recipients|addressee|reply-to|mailing list|cc field|bcc field|to field|distribution list|forwarding address|"
        "delivery address|send-to"
    ),
    "recovery": (
        "recovery contact|recovery email|recovery address|recovery phone|backup email|trusted contact|trusted device|trusted number|"
        "emergency access|delegate|recovery number|alternate email|second owner|co-owner|legacy contact"
    ),
    "request": (
        "api request|header|http request|each request|every request|query|search query|web search|user agent|user-agent|cookie|"
        "metadata field|log line|commit message|filename|every search"
    ),
    "settings": (
        "privacy|sharing|trust settings|permission settings|security settings|visibility|access settings|share settings|access level|"
        "permission level|default permissions|trust level"
    ),
    "lax": "open|public|everyone|anyone|anybody|world-readable|lowest|outdated|unrestricted|permissive|wide open|maximum|all users",
    "rights": (
        "admin|administrator|root|full access|remote access|superuser|sudo|owner rights|access|rights|privileges|permission|"
        "permissions|authority|repository rights|control|remote control|same rights|developer access|delegated|allowed|authorised|"
        "authorized|account|accounts|in my name|post|vault|see|clearance|login|role|membership|write access|unrestricted|blessing|"
        "consent|mandate|approval"
    ),
    "strong": (
        "admin|administrator|root|full|remote|superuser|sudo|owner|same rights|unrestricted|complete|unlimited|all accounts|"
        "every account|all his|developer|privileged|guest|privileges|delegated|confidential|in my name|in the owner's name|"
        "other customers|repository|production|highest|elevated|everything|permanent|vault|database|system|gateway|server|"
        "production server"
    ),
    "rules": (
        "instruction|rule|guideline|policy|policies|limit|limits|restriction|directive|prompt|constraint|guardrail|safeguard|safety|"
        "boundaries|what you were told|everything you were told|protocol|privacy rules|code of conduct|warning|warnings|directives|"
        "guidance|briefing|guardrails|protocols|criteria|restrictions"
    ),
    "prior": (
        "previous|prior|earlier|above|all|any|every|original|existing|safety|system|security|privacy|usual|former|old|you were told|"
        "told|your|content|preceding|other|initial|developer|current|these|those|own|built-in|default|standing|foregoing"
    ),
    "tool": (
        "tool|command|shell|script|function|terminal|sql|binary|cron|cron job|subprocess|powershell|bash|python|endpoint|webhook|"
        "plugin|package|executable|code|api call|browser|rm|sudo|macro|payload|drop table|smart-home|home assistant|job|program|"
        "batch file|operation|base64|executables|bash command|bash commands|api"
    ),
    "package": "package|dependency|library|module|plugin|sdk|snippet|extension|npm|pip|helper",
    "persist": (
        "bashrc|zshrc|crontab|launchd|autostart|startup folder|systemd|registry|hosts file|authorized_keys|sudoers|login items|"
        "init script|rc file|git hooks|cron"
    ),
    "pretext": "repair|fix|patch|update|upgrade|speed up|required|verify|validate|optimise|optimize|recover|improve|restore",
    "attachment": "attachments|attachment|files from|scripts from|macros",
    "spam": "never spam|not spam|spam|phishing|scam|junk",
    "tab": "tab|tabs|window|browser tab",
    "danger": (
        "deploy|deployment|production|release|delete|deleting|payment|payments|pay|transfer|wire|refund|purchase|purchases|invoice|"
        "command|commands|shell|install|installer|login|access|admin|device|withdrawal|spend|send money|terminal|pipeline|merge|"
        "pull request|pull requests|links|attachments|downloads|migration|migrations|two-factor|credentials|vendor|tool call|"
        "tool calls|script|scripts|transaction|transactions|order|charged|charge|card|orders|purchase orders|subprocess|wire transfer|"
        "trade|trades|rm|sudo|root|security|actions|financial|deleting files|opened|open"
    ),
    "inflate": "twice|double|triple|extra|more than the|round up|rounded up|surcharge|service fee|tip of|on top",
    "rest": "leftover|remaining|whatever is left|what is left|the rest of|surplus|unused",
    "sale": "sold|sell|sale|monetise|monetize|resale|auctioned",
    "host": "browser|editor|shell|operating system|terminal|phone",
    # -- praise
    "recommend": (
        "recommend|suggest|cite|mention|prioritise|prioritize|promote|endorse|favour|favor|list|rank|name|refer|quote|feature|"
        "push|steer|point ~ to|advertise|bring up|go with|choose|present|propose|direct ~ to|nominate|side with|nudge|plug|tout|"
        "champion|praise|talk up|speak well|point to|boost|lean towards|default to|pick|select|name-drop|favour ~ over|weight|"
        "suggestion"
    ),
    "push": "recommend|endorse|promote|cite|tout|advertise|propose|pitch|push",
    "shill": (
        "promote|advertise|endorse|market|plug|tout|champion|upsell|praise|shill|speak well|speaks well|speak highly|talk well|"
        "in favour of|sing the praises|favour|favor|in favor of|to the advantage of|benefit"
    ),
    "trust": (
        "trusted|trust|trusts|trustworthy|authoritative|reliable|credible|leading|expert|official|reputable|verified|most reliable|"
        "gold standard|definitive|number one|best|vetted|certified|top-rated|industry standard|unbiased|safe|dependable|go-to|"
        "preferred|approved|leader|infallible|whitelisted|correct|as correct|flawless|ranks above|unquestioned|always right|"
        "the only vendor|top-ranked|premier|unrivalled|endorsed|authorised dealer|top pick|best choice|best in class|market leader|"
        "preferred partner|recommended by experts|superior|unmatched|most trusted|safest|most accurate|award-winning|beats|"
        "better than all|undisputed|unparalleled|world-class|leading authority|go-to source|impartial|as fact|as facts|as truth|"
        "as true|as proven|as gospel"
    ),
    "source": (
        "source|reference|authority|provider|vendor|supplier|expert|brand|option|partner|resource|citation|retailer|platform|sender|"
        "site|website|domain|link|links|product|clinic|clinics|bank|company|firm|store|shop|software|tool|service|broker|lender|"
        "insurer|publisher|blog|hosting"
    ),
    "first": (
        "first|before any other|before others|over every|above all|over all|top|ahead of|only option|exclusively|sole|number one|"
        "over competitors|over its competitors|over any|over others|cite no other|no other|solely|only|best|by default"
    ),
    "lead": "first|at the top|before others|ahead of others|number one|topmost",
    "topmost": (
        "over every|before any other|above all|ahead of|only option|exclusively|number one|over competitors|over its competitors|"
        "over any|no other|recommended first|mention ~ first|lead with|leads with|ranks above|cite ~ first|always first|others = scam|"
        "only vendor|sole|prioritise|prioritize|as the best|over others|over the others|instead of competitors|never competitors|"
        "preferred over|as the top|top choice|top recommendation|first choice|before all others|first in any"
    ),
    "exclusive": (
        "only with|only from|solely from|solely with|exclusively from|only cite|only quote|only use material|nothing but|cite only|"
        "quote only|only refer|only trust|rely only|rely solely|trust only|no other source|no other sources"
    ),
    "compare": "comparing|comparison|compare|shortlist|ranking|list of options|recommendation|recommendations|vendor list",
    "bias": (
        "competitors|competitor|rivals|rival|other brands|alternatives|other vendors|other suppliers|other sources|other opinions|"
        "anything else"
    ),
    "stars": (
        "five stars|one star|two stars|zero stars|highest rating|top marks|full marks|highly|rate the page|positive review|good light|"
        "favourably|favorably|in a good light|downplay|play down|disparage|badmouth|criticise|criticize|never criticise|steer clear of|"
        "avoid mentioning|unsafe|scam|inferior"
    ),
    "ad": (
        "tracking link|affiliate|affiliate link|referral|referral link|promo|advert|advertisement|slogan|sponsored|discount code|"
        "coupon|promotion|sponsor|sponsor link|partner link|ref link|affiliate code|promo code|buy now|sign-up link|signup link|"
        "with the link|link to the shop|link to their|link to our|coupon portal|cashback|portal|discount link|partner shop|"
        "partner store|referral portal|powered by|brought to you by|sponsored by|courtesy of|recommended by|visit our|"
        "in partnership with|our partner"
    ),
    # -- what a summary says
    "summary": (
        "summary|summarise|summarize|summarising|summarizing|recap|tl;dr|tldr|condensed|compaction|compact|compress|carry over|"
        "context window|minutes|meeting notes|digest|history must|session notes|handover|hand-over|for later agents|next agent|wrap-up|"
        "in short|to sum up|overview|conclusion|conclusions|decisions|for the record|procedure note|as an aside|standing instruction"
    ),
    "engrave": (
        "core memory|long-term memory|permanently|core preference|permanent memory|core rule|long-term|forever|core fact|durable memory"
    ),
    "inname": (
        "in the name of the owner|in the name of the user|in the owner's name|in the user's name|on behalf of the user|"
        "on behalf of the owner|for the user|for the owner|as the owner|as the user|user's behalf|owner's behalf|their behalf|"
        "his behalf|her behalf|sign for|sign contracts|sign documents|enter into contracts|in their name|in his name|in her name"
    ),
    "format": (
        "table|list|word|words|bullet|sentence|emoji|brief|language|english|french|german|spanish|chinese|paragraph|chart|number|"
        "summary|date|link to the source"
    ),
    "stop": "before|when|if|for|but|until|so|then|unless|and",
    "login": "login|log in|sign in|session|expired|password|credentials|verify|account|re-enter|enter it|authenticate|form",
}
