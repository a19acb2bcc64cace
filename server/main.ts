/** Runs the server as its own process. */
import { runProcess } from '../domain/tasks/run-process.ts'
import { runServer } from './run-server.ts'

runProcess(() => runServer())
