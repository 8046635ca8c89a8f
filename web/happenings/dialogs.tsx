export const EditStatusDialog = () => null
export const HappeningErrorDialog = () => null
