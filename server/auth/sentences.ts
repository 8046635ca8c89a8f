/** German refusals and notices. Reports, mails and workbooks have files of their own. */
export const authSentences = {
  sessionIsOver: 'Diese Sitzung ist schon zu Ende.',
  tooManyAttempts: (wait: string) => `Zu viele Fehlversuche. Bitte warten Sie noch ${wait}.`,
  passkeyWithoutName: 'Bitte geben Sie dem Passkey einen Namen.',
  tookTooLong: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  passkeyUnusable: 'Dieser Passkey lässt sich hier nicht verwenden.',
  passwordTooLong: (most: number) => `Das Passwort darf höchstens ${most} Zeichen haben.`,
  passwordUnproven: (until: string) =>
    `Ihr Passwort wurde geändert, ohne dass jemand vorher bestätigt hat, dass Sie es sind. Bis ${until} Uhr genügt es deshalb nicht. So geht es früher: Melden Sie sich mit einem Passkey, mit einem Code oder über die Anmeldung der Firma neu an, wählen Sie mit „Passwort vergessen?“ ein neues Passwort, oder bitten Sie einen Admin darum.`,
  passwordIsUsername:
    'Das Passwort darf nicht der Benutzername sein, auch nicht mit wenigen Zeichen davor oder dahinter.',
  passwordTooCommon:
    'Dieses Passwort ist zu bekannt und würde schnell erraten. Bitte wählen Sie ein anderes.',
  tokenIsGone: 'Dieses API-Token gibt es nicht mehr.',
  tokenWithoutName: 'Bitte geben Sie dem API-Token einen Namen.',
} as const
