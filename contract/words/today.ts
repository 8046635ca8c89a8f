// Shared constants of the page „Heute“.

/** Days that administrators are reminded of, back from today; older times are hardly ever sent. */
export const reminderDaysBack = 31
