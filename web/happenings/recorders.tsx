export const ChangeUsersDialog = () => null
