// Second factors: passkeys, and codes of an authenticator app (TOTP).
import { type Static, Type } from 'typebox'
import { del, get, patch, post } from './endpoint.ts'
import { Body, DateTime, Id, Nullable, SuccessAnswer, SuccessAnswerWith } from './shapes.ts'
import { maxPasskeyNameLength } from './words/limits.ts'

/** Bytes as base64url without padding, as WebAuthn writes them. */
const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const CredentialId = Base64Url(1_400)
const ClientData = Base64Url(2_000)
const PasskeyName = Type.String({ minLength: 1, maxLength: maxPasskeyNameLength })

const factorFields = {
  name: Type.String(),
  made_at: DateTime,
  used_at: Nullable(DateTime),
}
export const Passkey = Type.Object({ id: Id, ...factorFields }, { title: 'Passkey' })
export type Passkey = Static<typeof Passkey>

/** Options for creating a passkey (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
const PasskeyCreationOptions = Type.Object(
  {
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer(),
    attestation: Type.Literal('none'),
    excludeCredentials: Type.Array(Type.Object({ type: Type.Literal('public-key'), id: Type.String() })),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
  },
  { title: 'PasskeyCreationOptions' },
)

/** Options for signing in with any passkey of this relying party (`PublicKeyCredentialRequestOptionsJSON`). */
const PasskeyRequestOptions = Type.Object(
  {
    rpId: Type.String(),
    challenge: Type.String(),
    timeout: Type.Integer(),
    userVerification: Type.Literal('required'),
  },
  { title: 'PasskeyRequestOptions' },
)

const PasskeyParams = Type.Object({ passkey_id: Id })

export const passkeys = {
  list: get('/passkeys/', {
    shedFirst: true,
    says: 'Die eigenen Passkeys, und ob unter dieser Adresse welche möglich sind',
    may: 'staff',
    beforeFactor: true,
    answer: Type.Object({ is_possible: Type.Boolean(), items: Type.Array(Passkey) }),
  }),
  begin: post('/passkeys/options/', {
    says: 'Was der Browser braucht, um einen Passkey anzulegen; gilt einmal und fünf Minuten',
    may: 'staff',
    confirmed: true,
    beforeFactor: true,
    limit: 'factors',
    answer: SuccessAnswerWith({ options: PasskeyCreationOptions }),
  }),
  add: post('/passkeys/', {
    says: 'Den Passkey übernehmen, den der Browser angelegt hat',
    may: 'staff',
    confirmed: true,
    beforeFactor: true,
    limit: 'factors',
    body: Body({
      name: PasskeyName,
      client_data: ClientData,
      attestation: Base64Url(10_000),
    }),
    answer: SuccessAnswerWith({ passkey_id: Id }),
  }),
  rename: patch('/passkeys/{passkey_id}/', {
    says: 'Einen eigenen Passkey umbenennen',
    may: 'staff',
    params: PasskeyParams,
    body: Body({ name: PasskeyName }),
    answer: SuccessAnswer,
  }),
  remove: del('/passkeys/{passkey_id}/', {
    says: 'Einen eigenen Passkey entfernen',
    may: 'staff',
    confirmed: true,
    params: PasskeyParams,
    answer: SuccessAnswer,
  }),
  ask: post('/auth/passkeys/options/', {
    says: 'Was der Browser braucht, um nach einem Passkey zu fragen; gilt einmal und fünf Minuten, in diesem Browser',
    may: 'everyone',
    hidden: true,
    answer: SuccessAnswerWith({ options: PasskeyRequestOptions }),
  }),
  logIn: post('/auth/passkeys/', {
    says: 'Mit einem Passkey anmelden; setzt das Cookie „session“ wie die Anmeldung mit Passwort',
    may: 'everyone',
    hidden: true,
    session: 'opens',
    body: Body({
      credential_id: CredentialId,
      client_data: ClientData,
      authenticator_data: Base64Url(2_000),
      signature: Base64Url(2_000),
      user_handle: Base64Url(100),
    }),
    answer: SuccessAnswer,
  }),
}

/** Six digits from an authenticator app, or a recovery code. */
const Code = Type.String({ minLength: 1, maxLength: 40 })
/** Each is valid once, in place of a one-time code. The server returns them only in this response. */
const RecoveryCodes = Type.Array(Type.String())

export const factors = {
  own: get('/factors/', {
    shedFirst: true,
    says: 'Ob beim Anmelden nach einem Code gefragt wird, und wie viele Wiederherstellungscodes noch gelten',
    may: 'staff',
    beforeFactor: true,
    answer: Type.Object({ codes_since: Nullable(DateTime), recovery_left: Type.Integer() }),
  }),
  begin: post('/factors/codes/', {
    says: 'Einmalcodes vorbereiten: das Geheimnis für die Authenticator-App und zehn Wiederherstellungscodes; sie gelten erst, wenn ein Code sie bestätigt',
    may: 'staff',
    confirmed: true,
    beforeFactor: true,
    limit: 'factors',
    answer: SuccessAnswerWith({
      /** Base32, for typing. */
      secret: Type.String(),
      /** For apps on the same device: `otpauth://…`. */
      address: Type.String(),
      /** `address` as a QR code (SVG). */
      drawing: Type.String(),
      recovery_codes: RecoveryCodes,
    }),
  }),
  turnOn: post('/factors/codes/confirm/', {
    says: 'Einmalcodes einschalten; beendet alle anderen Sitzungen',
    may: 'staff',
    confirmed: true,
    beforeFactor: true,
    limit: 'factors',
    body: Body({ code: Code }),
    answer: SuccessAnswer,
  }),
  renewRecovery: post('/factors/codes/recovery/', {
    says: 'Neue Wiederherstellungscodes; die bisherigen gelten nicht mehr',
    may: 'staff',
    confirmed: true,
    limit: 'factors',
    answer: SuccessAnswerWith({ recovery_codes: RecoveryCodes }),
  }),
  turnOff: del('/factors/codes/', {
    says: 'Einmalcodes ausschalten',
    may: 'staff',
    confirmed: true,
    answer: SuccessAnswer,
  }),
}

/** Second factors of another user, for administrators. */
export const FactorsOfUser = Type.Object(
  {
    codes_since: Nullable(DateTime),
    passkeys: Type.Array(Type.Object(factorFields)),
  },
  { title: 'FactorsOfUser' },
)
export type FactorsOfUser = Static<typeof FactorsOfUser>

/** Part of the API of users. */
export const factorsOfUser = {
  factors: get('/users/{user_id}/factors/', {
    shedFirst: true,
    says: 'Die Passkeys und Einmalcodes eines Benutzers',
    may: 'admin',
    params: Type.Object({ user_id: Id }),
    answer: FactorsOfUser,
  }),
  removeFactors: del('/users/{user_id}/factors/', {
    says: 'Passkeys und Einmalcodes eines Benutzers entfernen; er erfährt davon',
    may: 'admin',
    confirmed: true,
    params: Type.Object({ user_id: Id }),
    answer: SuccessAnswer,
  }),
}
