/** Recognises pages, pictures, archives, documents and programs among bytes of an uploaded sound that are not sound. */

/** How that content begins. Texts are in lower case. https://en.wikipedia.org/wiki/List_of_file_signatures */
const marks =
  '<!doctype <html <head <body <script <svg <iframe <img <?xml <?php %pdf- pk\u0003\u0004 pk\u0005\u0006 rar! 7z\u00bc\u00af ' +
  '\u001f\u008b\u0008 \u0089png gif8 jfif exif webp ftyp \u007felf #!/'

/** Returns whether bytes contain the beginning of something other than sound. */
export function hasForeignContent(bytes: Buffer): boolean {
  const text = bytes.toString('latin1').toLowerCase()
  return marks.split(' ').some((mark) => text.includes(mark))
}
