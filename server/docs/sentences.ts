/** What people are told here. Reports, mails and workbooks have their words in files of their own. */
export const sentences = {
  signatureUnreadable: 'Diese Unterschrift lässt sich nicht lesen.',
  signatureMissing: 'Bitte unterschreiben Sie, oder geben Sie Ihren Namen ein.',
  fieldIsNewer: (name: string) => `„${name}“ kennt erst die nächste Fassung. Bitte laden Sie neu.`,
  answerIsOther: (name: string, wanted: string) => `Für „${name}“ wird ${wanted} erwartet.`,
  photoIsAnother: 'Diese Nummer hat schon ein anderes Foto.',
  photoIsMissing: (name: string) =>
    `Das Foto für „${name}“ ist nicht angekommen. Bitte nehmen Sie es noch einmal auf.`,
  nameIsEmpty: 'Der Name des Prozesses darf nicht leer sein.',
  nameIsUnseen: 'Der Name des Prozesses enthält Zeichen, die man nicht sieht.',
  nameTooLong: (most: number) => `Der Name des Prozesses darf höchstens ${most} Zeichen haben.`,
  oneIsGone: 'Einen dieser Prozesse gibt es nicht mehr. Es wurde nichts geändert.',
  noSuchGroup: (name: string) => `Die Gruppe „${name}“ gibt es nicht.`,
} as const
