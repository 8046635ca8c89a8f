// Kinds of settings: each parses its text and describes in German what it expects.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseAddress } from './db/address.ts'

/** `read` returns undefined for an invalid value, or throws a more specific StartError. */
export type SettingKind<T> = { expects: string; read(text: string): T | undefined }

export type Setting<T = unknown> = {
  name: string
  kind: SettingKind<T>
  /** German description, for the README and `doctor`. */
  meaning: string
  default?: string
  /** The value is never displayed. */
  secret?: true
}

export const defineSetting = <T, const S extends Omit<Setting<T>, 'kind'>>(
  kind: SettingKind<T>,
  rest: S,
) => ({
  kind,
  ...rest,
})

export const textKind = (max = 200): SettingKind<string> => ({
  expects: `ein Text mit höchstens ${max} Zeichen in einer Zeile`,
  read: (text) => (text.length <= max && !/\p{Cc}/u.test(text) ? text : undefined),
})

export const wholeNumberKind = (min: number, max: number): SettingKind<number> => ({
  expects: `eine ganze Zahl von ${min} bis ${max}`,
  read(text) {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return number >= min && number <= max ? number : undefined
  },
})

export const choiceKind = <const T extends string>(...words: T[]): SettingKind<T> => ({
  expects: `eines von ${words.join(', ')}`,
  read: (text) => words.find((word) => word === text),
})

export const folderKind: SettingKind<string> = {
  expects: 'ein Ordner',
  read: (text) => (text.includes('\0') ? undefined : resolve(text)),
}

export const clockTimeKind: SettingKind<string> = {
  expects: 'eine Uhrzeit wie 03:00',
  read: (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined),
}

export const clockTimeOrNeverKind: SettingKind<string> = {
  expects: 'eine Uhrzeit wie 09:00, oder nie',
  read: (text) => (text === 'nie' ? text : clockTimeKind.read(text)),
}

/** Number of daily, weekly and monthly backups to keep. */
export type BackupRetention = { days: number; weeks: number; months: number }
export const backupRetentionKind: SettingKind<BackupRetention> = {
  expects: 'drei Zahlen wie 7/4/12 für Tage, Wochen und Monate; Tage mindestens 1',
  read(text) {
    const [, days, weeks, months] = /^([1-9]\d{0,2})\/(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []
    return days === undefined
      ? undefined
      : { days: Number(days), weeks: Number(weeks), months: Number(months) }
  },
}

export const passphraseKind: SettingKind<string> = {
  expects: 'eine Passphrase mit mindestens 12 Zeichen in einer Zeile',
  read: (text) => (text.length >= 12 && text.length <= 1_000 && !/\p{Cc}/u.test(text) ? text : undefined),
}

export const hostNameKind: SettingKind<string> = {
  expects: 'ein Rechnername oder eine IP-Adresse ohne Port',
  read: (text) => (isIP(text) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : undefined),
}

/** A web address without query and fragment. */
export const webAddressKind: SettingKind<URL> = {
  expects: 'eine Adresse, die mit http:// oder https:// beginnt, ohne Anmeldedaten, „?“ und „#“',
  read(text) {
    const url = URL.parse(text)
    const fits = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
    return fits ? url : undefined
  },
}

export const ownAddressKind: SettingKind<URL> = {
  expects: 'eine Adresse wie https://kontor.example, ohne Pfad',
  read(text) {
    const url = webAddressKind.read(text)
    return url?.pathname === '/' ? url : undefined
  },
}

/** Plain http is accepted on localhost only. */
export const issuerAddressKind: SettingKind<URL> = {
  expects: 'eine Adresse, die mit https:// beginnt, ohne Anmeldedaten, „?“ und „#“',
  read(text) {
    const url = webAddressKind.read(text)
    return url && (url.protocol === 'https:' || isLoopback(url.hostname)) ? url : undefined
  },
}

export const isLoopback = (hostname: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

export const mailServerKind: SettingKind<URL> = {
  expects: 'eine Adresse wie smtps://benutzer:passwort@mail.firma.example oder smtp://mail.firma.example:587',
  read(text) {
    const url = URL.parse(text)
    const fits =
      url &&
      /^(smtps?|smtp\+plain):$/.test(url.protocol) &&
      url.hostname !== '' &&
      /^\/?$/.test(url.pathname) &&
      !url.search &&
      !url.hash
    return fits && isDecodable(url.username) && isDecodable(url.password) ? url : undefined
  },
}

/** True if each percent sign begins an escape such as `%20`. */
const isDecodable = (text: string) => !/%(?![\da-f]{2})/i.test(text)

export const mailAddressKind: SettingKind<string> = {
  expects: 'eine E-Mail-Adresse wie kontor@firma.example',
  read: (text) => (/^[^\s@<>",;:\p{Cc}]{1,64}@[^\s@<>",;:\p{Cc}]{1,190}$/u.test(text) ? text : undefined),
}

export const databaseAddressKind: SettingKind<string> = {
  expects: 'eine Adresse wie postgresql://benutzer:passwort@rechner:5432/datenbank',
  read(text) {
    if (!/^postgres(ql)?:\/\//.test(text)) return undefined
    parseAddress(text)
    return text
  },
}

export const timeZoneKind: SettingKind<string> = {
  expects: 'der Name einer Zeitzone wie Europe/Berlin oder UTC',
  read(text) {
    // PostgreSQL inverts the sign of an offset: there `+02:00` lies west of Greenwich.
    if (/^[+-]/.test(text)) return undefined
    try {
      // Cheaper than Intl, which loads all locales first.
      return new Temporal.ZonedDateTime(0n, text).timeZoneId
    } catch {
      return undefined // unknown time zone; Temporal has no check that does not throw
    }
  },
}

/** Parsed into the form that Fastify's `trustProxy` expects; `none` means no proxy. */
export const proxiesKind: SettingKind<string[]> = {
  expects:
    'eine Liste mit Kommas aus IP-Adressen, Netzen, „loopback“, „linklocal“ und „uniquelocal“, oder „none“',
  read(text) {
    if (text === 'none') return []
    const list = text.split(',').map((part) => part.trim())
    return list.every(isProxy) ? list : undefined
  },
}

/** Hosts as in an address, with a port where it is not the default. */
export const hostsKind: SettingKind<string[]> = {
  expects:
    'eine Liste mit Kommas aus Rechnernamen oder IP-Adressen, auch mit Port: „erp.firma.intern,10.0.0.5:8443“',
  read(text) {
    const list = text.split(',').map((part) => URL.parse(`http://${part.trim()}/`))
    const isHost = (url: URL | null) =>
      url !== null && url.host !== '' && url.pathname === '/' && url.username === '' && url.search === ''
    return list.every(isHost) ? list.map((url) => (url as URL).host.replace(/:443$/, '')) : undefined
  },
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest >= 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
}

/**
 * The value of a setting, or the content of the file in NAME_FILE. A file with a single line break counts as
 * unset, since systemd units write this for an absent secret. An empty file is a problem, because it is
 * probably a lost secret.
 */
export function findSettingText(
  name: string,
  env: NodeJS.ProcessEnv,
  problems: string[],
): string | undefined {
  const file = env[`${name}_FILE`]
  if (!file) return env[name] || undefined
  if (env[name]) {
    problems.push(`${name} und ${name}_FILE schließen sich aus: Bitte nur eines angeben.`)
    return undefined
  }
  try {
    const content = readFileSync(file, 'utf8')
    if (content === '')
      problems.push(
        `${name}_FILE: Die Datei „${file}“ ist leer. Bitte schreiben Sie den Wert hinein, oder lassen Sie die Einstellung weg.`,
      )
    return content.replace(/\r?\n$/, '') || undefined
  } catch {
    problems.push(`${name}_FILE: Die Datei „${file}“ lässt sich nicht lesen.`)
    return undefined
  }
}
