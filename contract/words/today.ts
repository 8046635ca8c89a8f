// Shared constants of the page „Heute“.

/** Administrators see unsent teams of this many past days. Older times are hardly ever sent. */
export const reminderDaysBack = 31
