export const ResultsScreen = () => null
