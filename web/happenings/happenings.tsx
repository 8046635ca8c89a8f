export const HappeningsScreen = () => null
