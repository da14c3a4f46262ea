export { failStalled, runJob } from './run-service.ts'
export { openFile, sweepJobs } from './file-service.ts'
export { type Exporter, jobTask, startJob } from './service.ts'
