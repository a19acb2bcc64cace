/** Test texts in German, Dutch, Scandinavian languages and Finnish, in the form of `english.fixture.ts`. */
export const germanic = {
  names: {
    honest: `
      Jürgen Groß
      Müller
      Fickel
      Schwanz-Meier
      Wolfgang Amadeus
      Kanzler Kohl
      Käthe
      Björk
      Søren Kierkegaard
      Åse
      Håkan
      Jaap Stam
      Pieter de Hoogh
      Väinö
      Päivi
      Arslan
      Hurenz
      Lulu
    `,
    hostile: `
      Hurensohn → *********
      H u r e n s o h n → * * * * * * * * *
      Hur3nsohn → *********
      Arschloch → *********
      4rschloch → *********
      Scheißer → ********
      Wichser → *******
      Neger → Anonymous
      Kanake → Anonymous
      K@nake → Anonymous
      Schwuchtel → Anonymous
      Missgeburt → Anonymous
      Klootzak → ********
      Kutwijf → *******
      Kankerjood → Anonymous
      Nikker → Anonymous
      Svartskalle → Anonymous
      Perker → Anonymous
      Neekeri → Anonymous
      Vittupää → ********
    `,
  },
  messages: {
    honest: `
      Danke für das Abo!
      Das war dick, großes Lob
      Dicker Respekt
      Bitte mehr davon
      Ich bin zum Arzt gegangen
      Punkt, Punkt, Komma, Strich
      Punkt de Rechnung
      Du bist ein Ass im Ärmel
      Meine Klasse war fassungslos
      Ein nackter Mann am Strand
      Klasse Stream, passt
      Gib Gas!
      Ich fasse es nicht
      Pass auf dich auf
      Das Küken ist süß
      Wann ist Schluss
      Leuk. Net begonnen
      Eikels en kastanjes
      Dat is slecht weer
      Jag fick en present
      Det tar slut nu
      Til slut kom de
      Kys og kram herfra
      Hør nu her
      Hyvää joulua kaikille
      LUL das war gut
      Ja, so ist es. So war es.
      Ich sag mal so: gut
    `,
    hostile: `
      Fick dich → **** ****
      F i c k e n → * * * * * *
      verfickte Scheiße → ********* *******
      so eine Schei\u200bße → so eine *******
      du Fotze → du *****
      Halt die Fresse → **** *** ******
      Leck mich am Arsch → **** **** ** *****
      evil punkt de → [link]
      evil punkt com → [link]
      Komm auf böse-seite.de → Komm auf [link]
      Bring dich um → null
      bring d1ch um → null
      häng dich auf → null
      Ausländer raus → null
      Sieg Heil → null
      scheiß Juden → null
      godverdomme → ***********
      kanker op → ****** **
      pleeg zelfmoord → null
      jävla fitta → ***** *****
      faen ta deg → **** ta deg
      din luder → din *****
      voi vittu → voi *****
      tapa itsesi → null
      ta livet av dig → null
    `,
  },
}
