/** What people are told here. Reports, mails and workbooks have their words in files of their own. */
export const sentences = {
  linkIsOver:
    'Dieser Link gilt nicht oder nicht mehr: Er wurde schon benutzt, durch einen neuen ersetzt oder ist abgelaufen. Bitte lassen Sie sich einen neuen geben.',
  linkForOne: 'Einen Link zum Kopieren gibt es nur für eine Person.',
  onlyHere: (address: string) =>
    `Die Links beginnen mit „${address}“ und öffnen sich nur auf diesem Rechner. Öffnen Sie Kontor vorher unter der Adresse, unter der es auch Telefone erreichen, oder setzen Sie PUBLIC_URL.`,
} as const
