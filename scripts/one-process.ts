/** Runs a server and a worker in one process, for an installation of one creator (deploy/compose.small.yml). */
import { runProcess } from '../domain/tasks/run-process.ts'
import { runServer } from '../server/run-server.ts'
import { startWorkers } from '../workers/start-workers.ts'

runProcess(() => runServer(startWorkers))
