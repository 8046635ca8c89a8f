import type { Refusal, ValidationProblem } from '#contract/shapes.ts'

export const TOO_BUSY_SENTENCE = 'Gerade ist zu viel zu tun. Bitte versuchen Sie es gleich noch einmal.'

/** All refusals: status, keyword for programs, German sentence for people. */
const refusals = {
  bad_json: [400, 'Bad Request', 'Die Anfrage ist kein lesbares JSON.'],
  bad_request: [400, 'Bad Request', 'Die Anfrage ist nicht lesbar.'],
  logout_token: [400, 'Bad Request', 'Die Abmeldung bei einem Anbieter gilt nicht.'],
  /** A WebSocket handshake with another version of that protocol. */
  wrong_version: [426, 'Upgrade Required', 'Diese Fassung des Protokolls gibt es hier nicht.'],
  two_sessions: [
    400,
    'Bad Request',
    'Die Anfrage enthält zwei Sitzungen. Bitte löschen Sie die Cookies dieser Seite.',
  ],
  wrong_password: [400, 'Wrong Password', 'Das aktuelle Passwort ist falsch.'],
  unauthorized: [401, 'Unauthorized', 'Bitte melden Sie sich an.'],
  token_over: [401, 'Unauthorized', 'Dieses API-Token gilt nicht oder nicht mehr.'],
  login_failed: [401, 'Unauthorized', 'Login fehlgeschlagen'],
  /** The provider's answer is invalid or meant for somebody else. */
  provider_answer: [
    403,
    'Forbidden',
    'Die Anmeldung hat nicht geklappt: Die Antwort des Anbieters ist nicht in Ordnung. Bitte versuchen Sie es noch einmal.',
  ],
  /** Signed in at the provider, but has no account here. */
  no_account: [
    403,
    'Forbidden',
    'Für Sie gibt es hier kein Konto. Bitte fragen Sie einen Admin Ihrer Firma.',
  ],
  code_required: [403, 'Code Required', 'Bitte geben Sie auch den Code aus Ihrer Authenticator-App ein.'],
  wrong_code: [403, 'Wrong Code', 'Der Code ist falsch, abgelaufen oder schon benutzt.'],
  passkey_failed: [403, 'Passkey Refused', 'Mit diesem Passkey können Sie sich hier nicht anmelden.'],
  passkey_required: [403, 'Passkey Required', 'Bitte melden Sie sich mit Ihrem Passkey an.'],
  forbidden: [403, 'Forbidden', 'Dafür fehlt Ihnen die Berechtigung.'],
  unconfirmed: [
    403,
    'Reauthentication Required',
    'Bitte bestätigen Sie mit Ihrem Passwort, dass Sie es sind.',
  ],
  password_unproven: [403, 'Password Unproven', 'Dieses Passwort genügt dafür noch nicht.'],
  factor_missing: [
    403,
    'Second Factor Required',
    'Admins brauchen hier einen zweiten Faktor. Bitte richten Sie ihn zuerst ein.',
  ],
  token_scope: [403, 'Forbidden', 'Dieses API-Token ist dafür nicht gemacht.'],
  foreign_origin: [403, 'Forbidden', 'Die Anfrage kommt von einer fremden Seite.'],
  sign_in_over: [
    403,
    'Forbidden',
    'Diese Anmeldung gilt nicht mehr, oder sie hat in einem anderen Browser begonnen. Bitte melden Sie sich noch einmal an.',
  ],
  not_found: [404, 'Not Found', 'Das gibt es hier nicht oder nicht mehr.'],
  challenge_over: [409, 'Challenge Over', 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.'],
  name_taken: [409, 'Conflict', 'Diesen Namen gibt es schon.'],
  already_running: [
    409,
    'Conflict',
    'Gerade läuft schon ein Abgleich mit anderen Angaben. Bitte warten Sie, bis er fertig ist.',
  ],
  no_backup_dir: [
    409,
    'Conflict',
    'Für Sicherungen ist kein Ordner eingestellt (BACKUP_DIR). Bitte fragen Sie, wer den Server betreibt.',
  ],
  no_mail: [
    409,
    'Conflict',
    'E-Mails lassen sich noch nicht senden: Es fehlt ein Mailserver (SMTP_URL). Bitte fragen Sie, wer den Server betreibt.',
  ],
  mail_unsent: [409, 'Conflict', 'Der Mailserver nimmt die E-Mail gerade nicht an.'],
  no_passkeys: [
    409,
    'Conflict',
    'Unter dieser Adresse sind keine Passkeys möglich. Bitte fragen Sie, wer den Server betreibt (PUBLIC_URL mit https).',
  ],
  too_many_passkeys: [409, 'Conflict', 'Sie haben schon 20 Passkeys. Bitte entfernen Sie zuerst einen.'],
  too_many_tokens: [409, 'Conflict', 'Sie haben schon 20 API-Tokens. Bitte widerrufen Sie zuerst eines.'],
  too_many_versions: [
    409,
    'Conflict',
    'Dieser Prozess hat schon 50 benannte Fassungen. Bitte entfernen Sie zuerst einen Namen.',
  ],
  too_many_webhooks: [409, 'Conflict', 'Es gibt schon 20 Webhooks. Bitte löschen Sie zuerst einen.'],
  webhook_is_off: [409, 'Conflict', 'Dieser Webhook ist ausgeschaltet. Bitte schalten Sie ihn zuerst ein.'],
  delivery_waits: [409, 'Conflict', 'Diese Zustellung ist schon unterwegs.'],
  codes_are_on: [409, 'Conflict', 'Einmalcodes sind schon eingeschaltet.'],
  wrong_first_code: [
    409,
    'Wrong Code',
    'Der Code stimmt nicht. Bitte prüfen Sie auch, ob die Uhr Ihres Telefons richtig geht.',
  ],
  codes_are_off: [409, 'Conflict', 'Einmalcodes sind nicht eingeschaltet.'],
  nobody_to_invite: [409, 'Conflict', 'Davon lässt sich gerade niemand so einladen.'],
  last_admin: [409, 'Conflict', 'Das ist der letzte aktive Admin. Bitte ernennen Sie zuerst einen anderen.'],
  not_deletable: [409, 'Conflict', 'Das lässt sich nicht löschen.'],
  not_changeable: [409, 'Conflict', 'Das lässt sich hier nicht ändern.'],
  anonymised: [409, 'Conflict', 'Diese Person ist anonymisiert. Das lässt sich nicht zurücknehmen.'],
  not_anonymisable: [409, 'Conflict', 'Diese Person lässt sich nicht anonymisieren.'],
  not_fillable: [409, 'Conflict', 'Dieser Prozess lässt sich gerade nicht ausfüllen.'],
  not_handed_in: [409, 'Conflict', 'Dieser Prozess wird nicht abgegeben.'],
  handed_in: [
    409,
    'Conflict',
    'Sie haben diesen Prozess abgegeben. Zum Ändern nehmen Sie die Abgabe zurück.',
  ],
  other_round: [
    409,
    'Conflict',
    'Inzwischen hat eine neue Runde begonnen. Bitte sehen Sie den Prozess noch einmal durch, und geben Sie ihn dann ab.',
  ],
  taken_back: [
    409,
    'Conflict',
    'Sie haben die Abgabe inzwischen zurückgenommen. Bitte geben Sie noch einmal ab, wenn Sie fertig sind.',
  ],
  not_editable: [409, 'Conflict', 'Diese Zeiten lassen sich nicht ändern.'],
  times_changed: [409, 'Conflict', 'Diese Zeiten wurden inzwischen geändert. Es wurde nichts gespeichert.'],
  read_only: [409, 'Conflict', 'In diesem Chat lässt sich nichts mehr schreiben.'],
  all_mentioned: [
    409,
    'Conflict',
    'In diesem Chat wurden gerade schon alle erwähnt: Mit „@alle“ geht das einmal in zehn Minuten. Die Nachricht wurde nicht gesendet.',
  ],
  nobody_to_tell: [
    409,
    'Conflict',
    'Gerade wird keines Ihrer Geräte benachrichtigt. Prüfen Sie, ob das Gerät angemeldet ist und ob gerade Ihre Ruhe gilt.',
  ],
  planned_group: [409, 'Conflict', 'Diese Gruppe kommt aus der Personalplanung.'],
  planner_refused: [409, 'Conflict', 'Der Abgleich würde zu viel ändern. Es wurde nichts geändert.'],
  planner_failed: [409, 'Conflict', 'Die Personalplanung antwortet nicht, wie sie soll.'],
  newer_version: [412, 'Precondition Failed', 'Der Prozess wurde inzwischen von jemand anderem gespeichert.'],
  answer_changed: [412, 'Precondition Failed', 'Diese Angabe wurde inzwischen woanders geändert.'],
  someone_else: [412, 'Precondition Failed', 'Hier ist inzwischen jemand anderes angemeldet.'],
  too_large: [413, 'Content Too Large', 'Die Anfrage ist zu groß.'],
  not_json: [415, 'Unsupported Media Type', 'Die Anfrage muss JSON enthalten.'],
  headers_too_large: [431, 'Request Header Fields Too Large', 'Die Anfrage ist zu groß.'],
  invalid: [422, 'Unprocessable Content', 'Die Eingabe ist nicht gültig.'],
  not_printable: [
    409,
    'Conflict',
    'Dieser Prozess lässt sich nicht als PDF ausgeben. Vielleicht enthält er sehr ungewöhnliche Zeichen: Bitte lassen Sie den Text prüfen.',
  ],
  too_many_logins: [429, 'Too Many Requests', 'Zu viele Fehlversuche. Bitte warten Sie einige Minuten.'],
  too_many_started: [
    429,
    'Too Many Requests',
    'Von Ihnen warten schon viele Aufträge. Bitte warten Sie, bis einer davon fertig ist.',
  ],
  /** Each limit passes a sentence of its own (server/http/limits.ts). */
  too_many: [429, 'Too Many Requests', TOO_BUSY_SENTENCE],
  busy: [429, 'Too Many Requests', TOO_BUSY_SENTENCE],
  /** A global limit, when no single caller is to blame. */
  overloaded: [503, 'Service Unavailable', TOO_BUSY_SENTENCE],
  timeout: [408, 'Request Timeout', 'Die Anfrage kam nicht rechtzeitig vollständig an.'],
  provider_away: [
    503,
    'Service Unavailable',
    'Der Anbieter der Anmeldung antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.',
  ],
  unavailable: [
    503,
    'Service Unavailable',
    'Die Datenbank antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.',
  ],
} as const satisfies Record<string, readonly [status: number, detail: string, sentence: string]>
export type RefusalCode = keyof typeof refusals

/** Retry-After in seconds. */
const retryAfterSeconds: Partial<Record<RefusalCode, number>> = {
  too_many_started: 10,
  busy: 2,
  overloaded: 2,
  unavailable: 2,
}

export class Refused extends Error {
  readonly code: RefusalCode
  readonly problems: ValidationProblem[] | undefined
  /** The account concerned, for the audit log; not part of the answer. */
  account_id: number | undefined
  /** Retry-After in seconds, where it varies. */
  readonly seconds: number | undefined
  /** Extra fields of the response, as declared in the contract (`conflict` for a 409, `missing` for a 404). */
  more: object | undefined

  constructor(code: RefusalCode, sentence: string, problems?: ValidationProblem[], seconds?: number) {
    super(sentence)
    this.code = code
    this.problems = problems
    this.seconds = seconds
  }

  concerning(account_id: number | null): this {
    this.account_id = account_id ?? undefined
    return this
  }

  withFields(more: object): this {
    this.more = more
    return this
  }

  /** The underlying error, for the log. */
  because(cause: unknown): this {
    this.cause = cause
    return this
  }
}

/** `throw refuse('forbidden')`; with its own sentence where the general one says too little. */
export const refuse = (code: RefusalCode, sentence: string = refusals[code][2], seconds?: number) =>
  new Refused(code, sentence, undefined, seconds)

/** For a `get…` function of a store: `executeTakeFirstOrThrow(notFound)`. */
export const notFound = () => refuse('not_found')

/** A single invalid input: 422 with its location. */
export const refuseInvalid = (loc: ValidationProblem['loc'], sentence: string, type = 'value_error') =>
  new Refused('invalid', sentence, [{ loc, msg: sentence, type }])

/** Valid inputs that refer to an outdated state. */
export const refuseOutdated = (code: RefusalCode, problems: ValidationProblem[]) =>
  new Refused(code, problems[0]?.msg ?? refusals[code][2], problems)

/** Some of the records to change do not exist any more; `gone` lists their ids. */
export const refuseMissing = (wanted: number[], rows: { id: number }[], sentence: string) => {
  const there = new Set(rows.map(({ id }) => id))
  return refuse('not_found', sentence).withFields({ gone: wanted.filter((id) => !there.has(id)) })
}

/** Several invalid inputs; the sentence names the first. */
export const refuseAllInvalid = (problems: ValidationProblem[]) =>
  new Refused('invalid', problems[0]?.msg ?? refusals.invalid[2], problems)

/** Body of the answer to a refused call. */
export function bodyOf({ code, message, problems, more }: Refused): Refusal {
  return { ...more, success: false, details: message, detail: problems ?? refusals[code][1] }
}

export const statusOfRefusal = (code: RefusalCode): number => refusals[code][0]

/** Retry-After in seconds. */
export const retrySecondsOf = ({ code, seconds }: Refused) => seconds ?? retryAfterSeconds[code]

export const READ_ONLY_SENTENCE =
  'In die Datenbank lässt sich gerade nichts schreiben. Bitte versuchen Sie es gleich noch einmal.'
