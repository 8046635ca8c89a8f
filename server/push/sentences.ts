/** German error messages and notifications. Texts of reports, mails and workbooks are in files of their own. */
export const pushSentences = {
  sample: 'So sieht eine Benachrichtigung aus.',
  serviceUnknown: 'Diesen Dienst für Benachrichtigungen kennen wir nicht.',
  keysUnreadable: 'Die Schlüssel des Browsers sind nicht lesbar.',
  deviceIsGone: 'Dieses Gerät ist nicht mehr angemeldet.',
  quietIsHalf: '„Ruhe von“ und „Ruhe bis“ gehören zusammen.',
  quietIsEmpty: '„Ruhe von“ und „Ruhe bis“ sind gleich.',
} as const
