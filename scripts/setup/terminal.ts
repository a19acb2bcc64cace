/** Asks questions on the terminal, or reads the answers from stdin, one a line. */
import { spawnSync } from 'node:child_process'
import { readSync } from 'node:fs'
import { isatty } from 'node:tty'
import { ConfigError } from '../../domain/config/config.ts'

export interface Terminal {
  print(line: string): void
  /** Prints a question and returns the line that answers it, trimmed. What is typed stays hidden if it is secret. Throws `ConfigError` at the end. */
  ask(question: string, isSecret: boolean): string
}

export const terminal: Terminal = {
  print: (line) => console.log(line),
  ask(question, isSecret) {
    process.stdout.write(`${question}: `)
    const isHidden = isSecret && isatty(0)
    if (isHidden) setEcho('-echo')
    try {
      return readLine().trim()
    } finally {
      if (isHidden) {
        setEcho('echo')
        process.stdout.write('\n')
      }
    }
  },
}

function setEcho(mode: 'echo' | '-echo'): void {
  spawnSync('stty', [mode], { stdio: ['inherit', 'ignore', 'ignore'] })
}

/** Reads no further than the end of the line, because what follows may be for the next program. */
function readLine(): string {
  const [line, byte] = [[] as number[], Buffer.alloc(1)]
  for (;;) {
    if (readSync(0, byte) === 0)
      throw new ConfigError('There are no more answers: run it again and answer all.')
    if (byte[0] === 10) return Buffer.from(line).toString('utf8')
    line.push(byte[0]!)
  }
}
