// Shared constants of the page „Heute“.

/** How far back administrators are reminded, in days; older times are hardly ever sent. */
export const daysBack = 31
