/** `npm run proof -- operation`: all proofs of how Kontor is run, by their names in proof/main.ts. */
export const operation = [
  'install', // clean clones in fresh Debian systems
  'image', // the image built and run, the service's rights counted
  'guide', // the commands of the guide, as they stand there
  'database', // well again after every way in which it can be away
  'full-disk', // reads go on, writes are refused, nothing confirmed is lost
  'figures', // what /metrics gives, and the alerts that rest on it
  'backup', // restored in time, and hardly felt while it is made
  'machines', // several servers behind balancers, killed and restarted; a standby promoted
  'https', // by HTTP/2 through each balancer, live rooms too
  'update', // an installation of the release before comes over in place
]
