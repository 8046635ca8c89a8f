// Parses the text of `/metrics`, as prom-client writes it.
type Labels = Record<string, string>

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/gm
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

export function readMetrics(text: string) {
  const samples = [...text.matchAll(LINE)].map(([, name = '', labels = '', value = '']) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key, of]) => [key, of])) as Labels,
    value: Number(value),
  }))
  return {
    names: new Set(samples.map(({ name }) => name)),
    samples,
    /** Value of the first line of this metric that has at least these labels. */
    value: (name: string, labels: Labels = {}) =>
      samples.find(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([key, of]) => sample.labels[key] === of),
      )?.value,
  }
}
