/** Under which names this browser keeps what was filled in and is not with the server; for whoever only counts it. */
export const answersOf = (user_id: number) => `${user_id}/answers/`
export const handInsOf = (user_id: number) => `${user_id}/hand-in/`
