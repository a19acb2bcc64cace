/** Listed words in English. `index.ts` defines the levels. */
export const english = {
  severe: `
    nigger*, *nigger*, nlgger*, nigga*, nlgga*, niggas, niglet*, nignog*, dune coon*, jigaboo*, porch monkey*, faggot*, *faggot*, fag, fags, faggy,
    fagot*, kike, kikes, kyke*, chink, chinks, chinky, chingchong*, ching chong*, gook, gooks, spic, spics, wetback*, beaner,
    beaners, paki, pakis, raghead*, towelhead*, tranny, trannies, shemale*, retard, retards, retarded, spastic, spastics,
    mongoloid*, coon, coons, darkie, darkies, pikey, pikeys, gyppo*, wog, camel jockey*, sand monkey*,
    curry muncher*, zipperhead*, slant eye*, slanteye*, white power, heil hitler, sieg heil, hail hitler, gas the jews,
    death to jews, death to all jews, kill all jews, kill all muslims, kill all gays, kill yourself, kill urself, kill ur self,
    kill your self, killyourself*, killurself*, kys, kill ya self, hang yourself, neck yourself, go die, go and die, die in a fire, drink bleach,
    end your life, rape you, rape her, rape him, i will kill you, ill kill you, child porn, kiddie porn, pedophile*, paedophile*,
    you should be dead, i hope you die, hope you die, get cancer and die
  `,
  strong: `
    fuck*, *fuck*, fvck*, fuk, fuking, fck, fcking, fuq, phuck*, phuk, mofo, mofos, stfu, gtfo, shit, shits, shitty, shitting, shitter,
    shite, shites, shithead*, shitface*, bullshit*, horseshit*, dipshit*, apeshit, batshit, shithole*, shitshow*, cunt, cunts,
    cunty, cuntface*, bitch*, *bitch*, biatch, biotch, bastard, bastards, ass, asses, arse, arses, asshole*, arsehole*, asshat*,
    asswipe*, dumbass*, jackass*, fatass*, lardass*, asslick*, dickhead*, dickface*, dickwad*, suck dick, suck my dick,
    suck a dick, eat a dick, suck cock, suck my cock, big cock, cocksuck*, cock sucker*, my cock, my dick, dick pic, dick pics,
    prick, pricks, pussy, pussies, twat, twats, twatty, tosser, tossers, wank, wanks, wanker*, wanking, bollocks, bellend*,
    knobhead*, slut, sluts, slutty, whore, whores, cum, cumming, cumshot*, cumslut*, jizz, blowjob*, blow job*, handjob*,
    hand job*, rimjob*, footjob*, deepthroat*, gangbang*, bukkake*, dildo, dildos, buttplug*, butt plug*, anal sex, butthole*,
    titties, tits, titty, boobs, boobies, boobie, milf, milfs, porn, porno*, pornhub, hentai, masturbat*, jerk off, jerking off,
    jerkoff, wank off, fap, fapping, boner, boners, nutsack*, ballsack*, piss off, piss, pissing, pisser, turd, turds, 
    douchebag*, scumbag*, goddamn*, motherf*, eat shit, suck my balls, lick my balls, send nudes, dyke, dykes, lesbo, spazz, pedo,
    pedos, bugger off, sod off, cuck, cucks, thot, thots, minge, fanny flaps, clunge, rapist*
  `,
}
