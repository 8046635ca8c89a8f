export const EditScreen = () => null
