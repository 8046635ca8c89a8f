import type { Problem } from '#contract/shapes.ts'

/** What the schema check reports, in a German sentence that names the field. */
export type Fault = {
  keyword: string
  instancePath: string
  params: {
    requiredProperties?: string[]
    additionalProperties?: string[]
    limit?: number
    type?: string | string[]
    allowedValues?: unknown[]
  }
}

const types: Record<string, string> = {
  string: 'ein Text',
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  boolean: 'wahr oder falsch',
  array: 'eine Liste',
  object: 'ein Objekt',
  null: 'leer',
}

/** How a field is called on the screen, where a person can have typed it. */
const labels: Record<string, string> = {
  username: 'Benutzername',
  password: 'Passwort',
  current_password: 'Aktuelles Passwort',
  groupname: 'Gruppe',
  newname: 'Neuer Name',
}
const inGerman = (step: string | number) => labels[step] ?? step

const entries = (count?: number) => (count === 1 ? 'einen Eintrag' : `${count} Einträge`)

export function sentenceFor({ keyword, params }: Fault, loc: Problem['loc']): string {
  const name = loc.length > 1 ? `„${loc.slice(1).map(inGerman).join('.')}“` : 'Die Eingabe'
  switch (keyword) {
    case 'required':
      return `${name} fehlt.`
    case 'additionalProperties':
      return `${name} ist hier nicht vorgesehen.`
    case 'type':
      return `${name} muss ${[params.type ?? []]
        .flat()
        .map((type) => types[type] ?? type)
        .join(' oder ')} sein.`
    case 'minLength':
      return params.limit === 1
        ? `${name} darf nicht leer sein.`
        : `${name} muss mindestens ${params.limit} Zeichen haben.`
    case 'maxLength':
      return `${name} darf höchstens ${params.limit} Zeichen haben.`
    case 'minItems':
      return `${name} muss mindestens ${entries(params.limit)} haben.`
    case 'maxItems':
      return `${name} darf höchstens ${entries(params.limit)} haben.`
    case 'minimum':
      return `${name} muss mindestens ${params.limit} sein.`
    case 'maximum':
      return `${name} darf höchstens ${params.limit} sein.`
    case 'enum':
      return `${name} hat einen Wert, den es nicht gibt.`
    default:
      return `${name} ist nicht gültig.`
  }
}
