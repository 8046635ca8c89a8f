// Limits that the server keeps and the screens know beforehand.

/** Characters of what a list is searched for. */
export const longestFilter = 200
/** Pages are counted from 0. */
export const lastPage = 1_000_000_000
/** Rows of a page, at most. */
export const mostPerPage = 200

/** Characters of a message. */
export const longestMessage = 4_000
/** Messages of a room that are given at once; fewer are all there are. */
export const messagesAtOnce = 200
/** Unread messages of a room that are counted; a list says '99+' where there are more. */
export const mostUnread = 99
/** Characters of the name of a version of a process. */
export const longestVersionName = 100

/** Characters of what the company calls itself, which is also what an installed app is called. */
export const longestAppName = 60

/** Characters of a passkey's name. */
export const longestPasskeyName = 60
