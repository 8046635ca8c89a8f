/** German error messages and notifications. Texts of reports, mails and workbooks are in files of their own. */
export const userSentences = {
  pairIsGone: 'Einen dieser Benutzer oder eine dieser Gruppen gibt es nicht mehr. Es wurde nichts geändert.',
  plannerRemoves: 'Dieser Benutzer kommt aus der Personalplanung und wird dort entfernt.',
  onlyAnonymise:
    'Dieser Benutzer kommt aus der Personalplanung. Er lässt sich nicht löschen, aber anonymisieren: im Menü der Person unter „Daten“.',
  notOneself: 'Sie können sich nicht selbst löschen.',
  nameIsEmpty: 'Der Benutzername darf nicht leer sein.',
  nameIsUnseen: 'Der Benutzername enthält Zeichen, die man nicht sieht.',
  nameTooLong: (most: number) => `Der Benutzername darf höchstens ${most} Zeichen haben.`,
  nameOfFormer: 'So heißen nur Personen, die anonymisiert sind.',
  personNameUnreadable: (what: string) =>
    `Der ${what} ist zu lang oder enthält Zeichen, die man nicht sieht.`,
  plannerNames: 'Diese Person kommt aus der Personalplanung. Ihr Name lässt sich nur dort ändern.',
  emailUnreadable: 'Das ist keine E-Mail-Adresse wie name@firma.example.',
  fileNotEncoded: 'Der Inhalt der Datei ist nicht zu lesen: Er muss in Base64 geschrieben sein.',
  factorsRemoved: 'Ein Admin hat Ihre Passkeys und Einmalcodes entfernt.',
  passwordIsGiven: 'Bitte wählen Sie ein anderes Passwort als das, das Sie bekommen haben.',
  passwordChanged: 'Waren Sie das nicht? Dann setzen Sie es gleich neu, und sagen Sie es einem Admin.',
  plannerIsEmpty: 'Die Personalplanung hat keine Benutzer geliefert. Es wurde nichts geändert.',
  nameTaken: (name: string, written: string | undefined) =>
    `Den Benutzer „${name}“ gibt es schon${written === undefined ? '' : `, geschrieben „${written}“`}.`,
  tokenRenamesNoAdmin: 'Ein API-Token benennt keine Admins um. Bitte tun Sie es selbst unter „Benutzer“.',
  noFactors: 'Diese Person hat weder Passkeys noch Einmalcodes.',
} as const
