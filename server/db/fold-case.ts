/**
 * Same result as `fold_case` in the database, except for letters that only one of the ICU versions of Node and
 * PostgreSQL knows.
 */
export const foldCase = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ı', '\ue000')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('\ue000', 'ı')
    .normalize('NFKC')
