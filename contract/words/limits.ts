// Limits that the server enforces and screens know beforehand.

/** Characters of a search. */
export const maxFilterLength = 200
/** Pages are counted from 0. */
export const maxPageIndex = 1_000_000_000
/** Upper bound of rows in a page. */
export const maxPerPage = 200

/** Characters of a message. */
export const maxMessageLength = 4_000
/** Characters of a message that are quoted above an answer to it. */
export const maxQuoteLength = 120
/** Hours after sending in which a message can be edited. */
export const messageEditableHours = 24
/** Upper bound of messages in one answer. If an answer contains fewer, no further messages exist. */
export const maxMessagesPerAnswer = 200
/** Upper bound of messages with an image in one answer. */
export const maxImageMessagesPerAnswer = 60
/** Unread messages of a room that are counted; a list says '99+' where there are more. */
export const maxCountedUnread = 99
/** Characters of the name of a version of a process. */
export const maxVersionNameLength = 100

/** Characters of the company's name, which is also the name of the installed app. */
export const maxAppNameLength = 60

/** Characters of a passkey's name. */
export const maxPasskeyNameLength = 60
