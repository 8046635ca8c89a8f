/**
 * Entries of 8 or more characters from published lists of common passwords. `isCommonPassword` also rejects a listed
 * word with any number appended, repetitions, and runs over the alphabet, the digits and the keyboard.
 */
const commonPasswords = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword passwort passwort1 passwort12
  passwort123 passw0rt meinpasswort qwertyui qwerty12 qwerty123 qwerty1234 qwerty12345 qwertz123 qwertz1234 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5 zaq12wsx qazwsxedc qazwsx123 asdf1234 asdfasdf abcd1234
  abc12345 a1b2c3d4 abcdef123 123qweasd 123qwe123 123456qwerty 123456abc 1234qwer 12345qwert iloveyou iloveyou1
  ichliebedich sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman
  superman1 batman123 spiderman starwars trustno1 whatever computer internet jennifer michelle charlie1 jordan23
  liverpool liverpool1 chelsea1 arsenal1 barcelona realmadrid fussball fussball1 fussball123 borussia schalke04
  bayern123 bayernmuenchen dortmund werder123 hertha123 hallo123 hallo1234 hallo12345 hallohallo halloduda hallo-123
  schatz123 schatzi1 schatzimaus mausi123 sommer123 sommer2024 sommer2025 sommer2026 winter123 winter2024 winter2025
  winter2026 fruehling herbst123 deutschland deutschland1 germany1 berlin123 hamburg1 hamburg123 muenchen koeln123
  frankfurt stuttgart dragon123 master123 monkey123 shadow123 killer123 letmein1 letmein123 welcome1 welcome123
  willkommen willkommen1 willkommen123 administrator admin123 admin1234 admin12345 adminadmin root1234 rootroot
  test1234 test12345 testtest tester123 changeme changeme1 changeme123 default1 geheim123 geheim1234 geheimnis
  login123 user1234 benutzer gast1234 firma123 arbeit123 buero123 chef1234 start123 start1234 startseite sicherheit
  fuckyou1 fuckyou123 fickdich arschloch arschloch1 scheisse scheisse1 lol12345 blink182 pokemon1 pokemon123
  minecraft minecraft1 fortnite1 nintendo playstation metallica slipknot nirvana1 michael1 michael123 thomas123
  andreas1 andreas123 stefan123 christian christian1 sebastian alexander alexander1 daniel123 matthias maximilian
  benjamin nathalie stephanie katharina franziska elisabeth anna1234 julia123 sandra123 nicole123 jessica1 ashley123
  samsung1 samsung123 google123 facebook facebook1 microsoft windows10 iphone123 whatsapp1 mercedes mercedes1
  porsche911 ferrari1 corvette mustang1 harley123 yamaha123 cheese123 cookie123 butterfly butterfly1 chocolate
  schokolade sternchen sonnenschein sonnenblume blume123 erdbeere engelchen prinzessin kuschelbaer schnucki
  schnuffel tigger123 garfield snoopy123 einhorn1 delphin1 hund1234 katze123 kaetzchen pferd123 mustermann
  maxmustermann aa123456 a123456789 a12345678 1234567a 12345678a 123456789a q123456789 x1234567 abcdefg1 abc123456
  11223344 1122334455 112233445566 12344321 123454321 12341234 123123123 147258369 159753456 741852963 789456123
  987654321 0987654321 1357924680 13579246 24681012 31415926 69696969 31121999 01012000 computer1 internet1 passport
  zxcvbnm1 zxcvbnm123 yxcvbnm1 asdfghjk asdfghjkl1 qwertyuiop1 trustme1 ncc1701d matrix123 access14 rainbow1 summer123
  tinkerbell victoria veronica isabella gabriela fernando alejandro cristina carolina beautiful lovelove loveyou1
  babygirl babygirl1 angel123 forever1 friends1 jesus123 jesuschrist godisgood blessed1 mother123 family123 mylove123
  secret123 secret12 hello123 hello1234 helloworld money123 freedom1 thunder1 midnight cowboys1 steelers yankees1
  eminem123 redsox123 hockey123 soccer123 tennis123 golfgolf startrek stargate gandalf1 hogwarts harrypotter`
    .split(/\s+/)
    .filter(Boolean),
)

/** Shorter letter sequences are not treated as words. */
const MIN_WORD_LENGTH = 4

/** The listed passwords without trailing digits: „sommer“, „willkommen“. */
const commonWords = new Set(
  [...commonPasswords].map(withoutEndingDigits).filter((word) => word.length >= MIN_WORD_LENGTH),
)

const keyboardRuns = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabc',
  'qwertyuiop',
  'qwertzuiopü',
  'asdfghjklöä',
  'asdfghjkl;',
  'zxcvbnm,./',
  'yxcvbnm,.-',
  '1qay2wsx3edc4rfv',
  '1qaz2wsx3edc4rfv',
]

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return (
    commonPasswords.has(plain) ||
    commonWords.has(withoutEndingDigits(plain)) ||
    isRepetition(plain) ||
    isRun(plain)
  )
}

/** True if at most one letter is left after removing the name; digits and punctuation are ignored: „kontor-2026!“. */
export function isLittleMoreThanName(password: string, name: string): boolean {
  const [plain, letters] = [password, name].map((text) => lettersOf(text.normalize('NFC').toLowerCase()))
  if (!plain || !letters || letters.length < MIN_WORD_LENGTH || !plain.includes(letters)) return false
  return plain.replaceAll(letters, '').length < 2
}

/** Strips trailing digits: „sommer2031“ → „sommer“. */
function withoutEndingDigits(password: string): string {
  return password.slice(0, password.length - countEndingDigits(password))
}

function countEndingDigits(password: string): number {
  let count = 0
  while (/\d/.test(password.at(-1 - count) ?? '')) count++
  return count
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** One to four characters, repeated. */
function isRepetition(password: string): boolean {
  if (password.length > 32) return false
  const signs = Array.from(password)
  const repeats = (size: number) => signs.every((sign, at) => sign === signs[at % size])
  return [1, 2, 3, 4].some((size) => signs.length > size && signs.length % size === 0 && repeats(size))
}

const isRun = (password: string) => {
  const backwards = Array.from(password).toReversed().join('')
  return keyboardRuns.some((run) => run.includes(password) || run.includes(backwards))
}
