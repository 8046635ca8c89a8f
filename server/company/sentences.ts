/** What people are told here. Reports, mails and workbooks have their words in files of their own. */
export const sentences = {
  nameIsEmpty: 'Bitte geben Sie einen Namen ein.',
  nameIsUnseen: 'Der Name enthält Zeichen, die man nicht sieht.',
  nameTooLong: (most: number) => `Der Name darf höchstens ${most} Zeichen lang sein.`,
} as const
