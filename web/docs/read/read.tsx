export const ReadScreen = () => null
