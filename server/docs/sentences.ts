import { type FieldType, fieldLimits } from '#contract/document/fields.ts'

const expectedAnswerTexts: Record<FieldType, string> = {
  text: `eine Zahl mit höchstens ${fieldLimits.digits} Ziffern vor dem Komma`,
  textarea: `ein Text mit höchstens ${fieldLimits.answer} Zeichen`,
  checkbox: '„Bestätigt“ oder nichts',
  choice: 'eine der Möglichkeiten',
  choices: 'eine Auswahl aus den Möglichkeiten, jede in einer Zeile',
  date: 'ein Datum wie 2026-11-21',
  time: 'eine Uhrzeit wie 18:30',
  photo: 'ein hochgeladenes Foto',
  signature: 'eine Unterschrift, gezeichnet oder als Name',
}

/** German error messages. Texts of reports, mails and workbooks are in files of their own. */
export const docSentences = {
  signatureUnreadable: 'Diese Unterschrift lässt sich nicht lesen.',
  signatureMissing: 'Bitte unterschreiben Sie, oder geben Sie Ihren Namen ein.',
  fieldIsNewer: (name: string) => `„${name}“ kennt erst die nächste Fassung. Bitte laden Sie neu.`,
  answerIsOther: (name: string, type: FieldType) =>
    `Für „${name}“ wird ${expectedAnswerTexts[type]} erwartet.`,
  photoIsAnother: 'Diese Nummer hat schon ein anderes Foto.',
  photoIsMissing: (name: string) =>
    `Das Foto für „${name}“ ist nicht angekommen. Bitte nehmen Sie es noch einmal auf.`,
  oneIsGone: 'Einen dieser Prozesse gibt es nicht mehr. Es wurde nichts geändert.',
  noSuchGroup: (name: string) => `Die Gruppe „${name}“ gibt es nicht.`,
} as const
