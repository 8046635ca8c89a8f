const ASK = 'Bitte fragen Sie einen Admin Ihrer Firma.'

/** German error messages and notifications. Texts of reports, mails and workbooks are in files of their own. */
export const providerSentences = {
  severalFit: (provider: string) => `Zu Ihrer Anmeldung bei „${provider}“ passen hier mehrere Konten. ${ASK}`,
  accountIsOthers: (provider: string) =>
    `Das Konto hier, das zu Ihnen passt, gehört schon zu einer anderen Anmeldung bei „${provider}“. ${ASK}`,
  nothingToKnowBy: (provider: string) =>
    `„${provider}“ nennt zu Ihnen nichts, woran Kontor Ihr Konto erkennt. ${ASK}`,
  linkYourself: (provider: string) =>
    `Dieses Konto verbindet sich aus Sicherheit nicht von selbst mit „${provider}“. Bitte melden Sie sich mit Ihrem Passwort oder Passkey an, und verbinden Sie es unter „Mein Profil“.`,
  confusableName: (provider: string) =>
    `„${provider}“ nennt Sie mit Zeichen, die wie andere aussehen. Daran erkennt Kontor kein Konto. ${ASK}`,
  linkedToAnother: (provider: string) =>
    `Diese Anmeldung bei „${provider}“ gehört hier schon zu einem anderen Konto. ${ASK}`,
  linkedAlready: (provider: string) =>
    `Ihr Konto ist schon mit einer anderen Anmeldung bei „${provider}“ verbunden. ${ASK}`,
  linked: (provider: string) =>
    `Mit „${provider}“ kommt man jetzt in Ihr Konto. Waren Sie das nicht? Dann lösen Sie die Verbindung unter „Mein Profil“, und sagen Sie es einem Admin.`,
  onlyWayIn: (provider: string) =>
    `Ohne „${provider}“ kämen Sie nicht mehr hinein. Bitte legen Sie zuerst ein eigenes Passwort oder einen Passkey fest.`,
  emailUnverified: (provider: string) => `Ihre E-Mail-Adresse ist bei „${provider}“ nicht bestätigt. ${ASK}`,
  accountIsInactive: `Ihr Konto ist deaktiviert. ${ASK}`,
  noAccount: (provider: string) => `Für Ihre Anmeldung bei „${provider}“ gibt es hier kein Konto. ${ASK}`,
  isAway: (provider: string) =>
    `„${provider}“ antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.`,
  cancelled: (provider: string) => `Die Anmeldung bei „${provider}“ wurde abgebrochen.`,
  answerUnfit: (provider: string) =>
    `Die Anmeldung hat nicht geklappt: Die Antwort von „${provider}“ ist nicht in Ordnung. Bitte versuchen Sie es noch einmal.`,
  notProvedAnew: (provider: string) =>
    `„${provider}“ bestätigt nicht, dass Sie sich eben neu ausgewiesen haben. Bitte versuchen Sie es noch einmal.`,
} as const
