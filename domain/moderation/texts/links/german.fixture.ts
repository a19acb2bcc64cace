/** German messages that lack a space after a full stop or name a file, and hostile ones that advertise a host. */
export const german = {
  honest: `
    Toller Stream.es war super
    Danke dir.so schön
    Guten Abend.ist der Ofen neu
    Super gemacht.am besten war der Drache
    Bin spät dran.im Büro war viel los
    Ich liebe es.da bin ich wieder
    Viel Erfolg.du schaffst das
    Was für ein Spiel.es geht weiter
    Mach weiter.in zwei Wochen bin ich wieder da
    Grüße aus Köln.am Rhein regnet es
    Schöne Vase.an welcher Stelle ist sie gebrochen
    Alles Gute.es ist dein Tag
    Danke.Es war so lustig
    Danke.Ist das Glas echt
    Hallo.Im Chat ist viel los
    Klasse.So macht das Spaß
    Moin.Am Wochenende bin ich dabei
    Endlich da.Live ist es am schönsten
    Gute Nacht.Team Drache gewinnt
    Feierabend.Jetzt wird geschaut
    Schönes Lied.Musik wie früher
    Ich komme aus dem Norden.Hamburg grüßt euch
    Viele Grüße.Berlin schaut zu
    Mein Bruder auch.Wien ist dabei
    Wir sind unterwegs.Reise ans Meer
    Neue Küche.Haus ist fertig
    Das war knapp.man darf nie aufgeben
    Schade.man sieht sich morgen
    Runde 3.es wird ernst
    Der Fehler steckt in main.rs glaube ich
    Mein Video heißt urlaub.mov und ist lang
    Die fotos.zip schicke ich dir
    Schau mal in readme.md nach
    Starte einfach start.sh im Ordner
    Das Skript test.py läuft nicht
    Ich habe Hunger.es gibt gleich Pizza
    Kommt gut heim.es schneit
    Danke fürs Streamen.so bleibt der Abend schön
    Ich bin neu.am Anfang war ich still
    Das Brett ist schief.is aber egal
    Mega.so muss das
    Lustig.es lebe der Drache
    Ich bin dabei.in echt jetzt
    Schöner Ton.an der Uni hatten wir so etwas auch
    Du bist toll.so jemand fehlt im Fernsehen
    Bald Urlaub.am Freitag geht es los
    Ich auch.es wird Zeit
    Alles klar.im nächsten Stream dann
    Guter Plan.so machen wir es
    Ach komm.es war doch nur Spaß
    TOLL.SO GEHT DAS
    Meine Oma schaut mit.Es gefällt ihr
    Mein Hund bellt.Am Fenster sitzt eine Katze
    Super Spiel.Game of the Year für mich
    Heute Abend.Bar oder Sofa
    Lange nicht gesehen.Mal wieder hier
    Mein erstes Mal.Art und Ton sind toll
    Kannst du singen.Man munkelt es
    Es ist heiß.Eis wäre gut
    Was war das.wow wie schön
    Tolle Farben.Pink mag ich am liebsten
    Bin auf Arbeit.Auto steht still
    Schönen Sonntag.Im Garten läuft dein Stream
    Weiter so.Do it
    Bis Sonntag.An dem Tag habe ich frei
    Ich weiß nicht.Is das echt
    Dreh um.da ist ein Ei
    Gute Wahl.de facto die beste
    Spende Nr. 4.es macht Freude
    Kommst du aus Bonn.Köln ist schöner
    Hab dich lieb.So sehr
    Meine Stimme ist weg.im Ernst
    Ich kann nicht mehr.lol ist das lustig
    So schön.Love aus Leipzig
    Wir sind elf.In der Pause gibt es Kuchen
    Glückwunsch.Familie Müller
  `,
  hostile: `
    böse.live
    besucht böse.it heute noch
    kommt auf böse-seite.de
    boese.de ist super
    Boese.De ist super
    gratis bits auf billig.live heute
    billige viewer bei klick.me kaufen
    kostenlos nitro von geschenk.so holen
    schaut auf meins.it vorbei
    meine seite ist meins.me
    geht auf abzocke.fun
    abzocke.shop
    abzocke.store hat alles
    abzocke.online hat alles
    abzocke.at hat alles
    abzocke.ch hat alles
    abzocke.info hat alles
    Abzocke.Net hat alles
    casino77.live zahlt sofort
    jetzt-gewinnen.win
    wette.bet zahlt gut
    gewinne bei gluecksspiel.it dein Geld
    geile frauen auf heiss.live warten
    www.boese.am
    boese.am/gratis
    https://boese.im ist toll
    ich@boese.es
    boese.tv
    skins24.so verschenkt Messer
    krypto geschenkt auf muenze.is heute
    klick auf treffer.me bitte
    Besuche Böse.It heute noch
    download hier virus.zip gratis
    boese.eu ist super
    boese.com
    boese.gg heute
    boese.co ist neu
  `,
}
