export const SyncDialog = () => null
