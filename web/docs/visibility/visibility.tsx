export const VisibilityScreen = () => null
