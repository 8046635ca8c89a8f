/** German error messages and notifications. Texts of reports, mails and workbooks are in files of their own. */
export const webhookSentences = {
  switchedOff: (host: string) =>
    `Ein Webhook ist ausgeschaltet: ${host} hat seit einem Tag nichts angenommen.`,
  notAllowedThere:
    'An diese Adresse darf Kontor nicht senden. Wer den Server betreibt, kann es erlauben (WEBHOOK_PRIVATE_HOSTS).',
  answersWith: explainStatus,
  unreachable: 'Das andere Programm ist nicht zu erreichen, oder es antwortet nicht rechtzeitig.',
  wasOff: 'Der Webhook war ausgeschaltet.',
  addressUnfit:
    'Die Adresse muss mit „https://“ und einem öffentlichen Namen beginnen, ohne Port und ohne Passwort. Interne Adressen erlaubt, wer den Server betreibt (WEBHOOK_PRIVATE_HOSTS).',
} as const

/** Explains a failed HTTP status in words, with the number for experts. */
function explainStatus(status: number): string {
  const answer = `(Antwort ${status})`
  if (status >= 300 && status < 400)
    return `Das andere Programm ist umgezogen ${answer}. Bitte tragen Sie seine neue Adresse ein.`
  if (status === 401 || status === 403)
    return `Das andere Programm glaubt nicht, dass die Nachricht von hier kommt ${answer}. Stimmt dort das Geheimnis?`
  if (status === 404 || status === 410)
    return `Unter dieser Adresse nimmt das andere Programm nichts an ${answer}.`
  if (status === 429 || status === 503) return `Das andere Programm hat gerade zu viel zu tun ${answer}.`
  if (status >= 500) return `Im anderen Programm ist ein Fehler geschehen ${answer}.`
  return `Das andere Programm hat die Nachricht nicht angenommen ${answer}.`
}
