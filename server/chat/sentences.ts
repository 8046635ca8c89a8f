/** German error messages. Texts of reports, mails and workbooks are in files of their own. */
export const chatSentences = {
  messageIsGone: 'Diese Nachricht gibt es nicht mehr.',
  onlyOwnMessages: 'Löschen können Sie nur Ihre eigenen Nachrichten.',
  onlyOwnEdits: 'Ändern können Sie nur Ihre eigenen Nachrichten.',
  tooLateToEdit: 'Eine Nachricht lässt sich nur in den ersten 24 Stunden ändern.',
  groupIsGone: 'Diese Gruppe gibt es nicht mehr; ihr Chat bleibt verborgen.',
  emptyMessage: 'Eine Nachricht braucht einen Text oder ein Bild.',
  chatWithOneself: 'Ein Chat mit sich selbst ist nicht möglich.',
  personIsGone: 'Diese Person gibt es nicht, oder sie ist deaktiviert.',
  noSuchChat: 'Diesen Chat gibt es nicht, oder Sie gehören nicht dazu.',
} as const
