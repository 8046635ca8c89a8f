/** What people are told here. Reports, mails and workbooks have their words in files of their own. */
export const sentences = {
  firstIsPast: 'Die erste Runde liegt in der Vergangenheit.',
  dueAfterEnd: (most: number) =>
    `Die Frist muss enden, bevor die nächste Runde beginnt: nach höchstens ${most} Tagen.`,
} as const
