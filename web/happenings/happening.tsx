export const HappeningScreen = () => null
