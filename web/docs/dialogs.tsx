export const AddDocDialog = () => null
export const RenameDocDialog = () => null
export const EditDocStatusDialog = () => null
export const DocErrorDialog = () => null
