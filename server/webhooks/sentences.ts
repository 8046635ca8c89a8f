/** What people are told here. Reports, mails and workbooks have their words in files of their own. */
export const sentences = {
  switchedOff: (host: string) =>
    `Ein Webhook ist ausgeschaltet: ${host} hat seit einem Tag nichts angenommen.`,
  notAllowedThere: 'Dorthin darf der Server nicht senden (WEBHOOK_PRIVATE_HOSTS).',
  answersWith: (status: number) => `Die Gegenseite antwortet mit ${status}.`,
  unreachable: 'Die Gegenseite ist nicht zu erreichen.',
  addressUnfit:
    'Die Adresse muss mit „https://“ und einem öffentlichen Namen beginnen, ohne Port und ohne Passwort. Interne Adressen erlaubt, wer den Server betreibt (WEBHOOK_PRIVATE_HOSTS).',
} as const
