/** What people are told here. Reports, mails and workbooks have their words in files of their own. */
export const sentences = {
  sessionIsOver: 'Diese Sitzung ist schon zu Ende.',
  tooManyAttempts: (wait: string) => `Zu viele Fehlversuche. Bitte warten Sie noch ${wait}.`,
  passkeyWithoutName: 'Bitte geben Sie dem Passkey einen Namen.',
  nameIsUnseen: 'Der Name enthält Zeichen, die man nicht sieht.',
  nameTooLong: (most: number) => `Der Name darf höchstens ${most} Zeichen haben.`,
  tookTooLong: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  passkeyUnusable: 'Dieser Passkey lässt sich hier nicht verwenden.',
  passwordTooLong: (most: number) => `Das Passwort darf höchstens ${most} Zeichen haben.`,
  passwordIsUsername:
    'Das Passwort darf nicht der Benutzername sein, auch nicht mit wenigen Zeichen davor oder dahinter.',
  passwordTooCommon:
    'Dieses Passwort ist zu bekannt und würde schnell erraten. Bitte wählen Sie ein anderes.',
  tokenIsGone: 'Dieses API-Token gibt es nicht mehr.',
  tokenWithoutName: 'Bitte geben Sie dem API-Token einen Namen.',
} as const
