export const TimesheetScreen = () => null
