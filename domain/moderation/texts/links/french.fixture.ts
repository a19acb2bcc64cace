/** French messages that lack a space after a full stop or name a file, and hostile ones that advertise a host. */
export const french = {
  honest: `
    Super live.la suite demain
    Merci.le vase est beau
    Trop drôle.de rien
    Bonsoir.me voilà
    Bravo Mira.la classe
    Bonne nuit.se lever tôt est dur
    Joli bol.il est à vendre
    Quel talent.ça va être fou
    Allez.ne lâche rien
    Je suis là.il pleut dehors
    Merci beaucoup.de tout coeur
    Bon courage.il en faut
    Belle voix.la chanson aussi
    Quel match.au moins on a ri
    Je rentre.au lit maintenant
    Salut.ma fille adore
    Désolé.ma connexion coupe
    Génial.ma soirée est sauvée
    Manche 2.la bonne
    Encore.de plus en plus beau
    Merci.Le dragon est superbe
    Merci.La prochaine fois je reste
    Bonjour.Me revoilà
    Bravo.Il fallait oser
    Parfait.De loin le meilleur
    Salut.Ma mère regarde aussi
    Coucou.Au fait bon anniversaire
    Bon app.Ma pizza est prête
    Top.No comment
    Bof.Ne change rien
    Bisous.Paris te salue
    Bonne route.Va doucement
    Super.Va savoir comment
    Joli.As tu vu le chat
    Le bug est dans main.rs je crois
    Ma vidéo vacances.mov est longue
    Je t'envoie photos.zip ce soir
    Lis le readme.md avant
    Lance juste test.sh
    Mon jeu.py plante encore
    Trop bien.la fin surtout
    Quelle soirée.il est tard
    Je pleure.il est cassé
    Merci pour tout.la vie est belle
    Courage.le four chauffe
    Je reviens.ne bouge pas
    On y croit.la victoire est proche
    Pas mal.au début c'était dur
    C'est fini.ça me rend triste
    Vive la Bretagne.il fait beau
    Première fois ici.la première d'une longue série
    Joyeux Noël.de nous tous
    Bien joué.re bravo
    J'ai faim.Pizza ce soir
    Quel son.Live c'est mieux
    Je danse.Disco pour tous
    Belle couleur.Pink forcément
    Trop mignon.Cat friend validé
    Un café.Bio bien sûr
    C'est du grand art.Art brut
    Au soleil.Ski la semaine prochaine
    Je vois.Science et patience
    Bon week-end.Restaurant puis dodo
    Trop fort.wow quel niveau
    MERCI.LA SUITE VITE
    Je suis mort.lol trop drôle
    quel arrêt.lol
    Vas-y.fais le encore
    Rien à dire.il est parfait
    Ça chauffe.au secours
    Encore un.le dernier promis
    C'est parti.de bonne humeur
    Mon chat dort.il ronfle
    Allez les bleus.la coupe est à nous
    Je note.le bleu est joli
    Un don.pas le dernier
    Quelle chance.la roue tourne
    On t'aime.de Lyon à Brest
    Hop.au travail
    Bon.il faut dormir
    Super stream.so cool
    Bonne idée.me too
  `,
  hostile: `
    mauvais.live
    mauvais.me
    visitez mauvais.la ce soir
    allez sur mauvais.it maintenant
    va sur mauvais.me vite
    mon-site.fr est bien
    mauvais.fr est bien
    Mauvais.Fr est bien
    bits gratuits sur cadeau.la pour tous
    vues pas chères chez gloire.me ce soir
    achetez sur pascher.la vite
    mon site est chezmoi.la
    ma page est chezmoi.me
    arnaque.com est super
    Arnaque.Com est super
    arnaque.net est super
    arnaque.be est super
    arnaque.ch est super
    arnaque.tv est super
    arnaque.store est super
    arnaque.xyz est super
    casino99.live paie vite
    pari.bet paie vite
    gagnez de l'argent sur roulette.la ce soir
    filles chaudes sur photos.live vous attendent
    www.mauvais.la
    mauvais.la/cadeau
    https://mauvais.me est bon
    moi@mauvais.la
    skins-gratuits.me donne des couteaux
    nitro offert par cadeau.so pour toi
    cliquez sur cadeau.la maintenant
    Visitez Mauvais.La ce soir
    telechargez gratuitement virus.zip ici
    mauvais.shop
    mauvais.club a des photos
    mauvais.co est neuf
  `,
}
