/** What people are told here. Reports, mails and workbooks have their words in files of their own. */
export const sentences = {
  linkIsOver:
    'Dieser Link gilt nicht oder nicht mehr: Er wurde schon benutzt, durch einen neuen ersetzt oder ist abgelaufen. Bitte lassen Sie sich einen neuen geben.',
  linkForOne: 'Einen Link zum Kopieren gibt es nur für eine Person.',
} as const
