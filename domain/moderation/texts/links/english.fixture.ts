/** English messages that lack a space after a full stop or name a file, and hostile ones that advertise a host. */
export const english = {
  honest: `
    Great stream.it was fun
    Thanks.Is the kiln new
    I fixed a bug in main.rs today
    Watch my intro.mov please
    Great stream.It was so much fun
    Love your work.so happy you are back
    Nice pot.is it for sale
    That was close.my heart stopped
    Good night.me and my dog are off to bed
    First time here.love the vibes
    You are the best.no question
    I was away.in the end I caught the replay
    Sorry I am late.at least I made it
    Hello from Leeds.we are all watching
    See you tomorrow.be well
    Take the win.do it again
    Round 2.it gets harder now
    It's done.let's go
    This is my first tip.am I doing it right
    Thanks for the music.to many more years
    I came for the clay.as always it was great
    Happy birthday.by the way I baked a cake
    You did it.us too
    Keep going.one more time
    Best day ever.you made my week
    That glaze though.wow how did you do it
    I laughed so hard.then I cried
    Next time.here is to the next goal
    Greetings from Ohio.is it late there
    Amazing.So glad I found this
    Thanks.My son loves the dragon
    Hi Mira.Me again
    Good luck.You will need it
    Sweet.Love from Canada
    Great.No notes
    What a night.Best stream this year
    I missed it.Will there be a replay
    Well played.One of your best runs
    New kiln.How hot does it get
    Long day.Now I can relax
    Cheers.Here is a little something
    Nice run.Game of the year
    Lovely voice.Like an angel
    Good morning.Coffee is ready
    My cat says hi.Cat tax is in the chat
    Bought the mug.Blue is my colour
    No way.Live at last
    I loved that song.Music like this is rare
    We met in June.Dublin was lovely
    Back from work.Pizza is in the oven
    Rain again.London is grey tonight
    My pull request touches readme.md and lib.rs
    The script is called deploy.sh I think
    Try python main.py from the folder
    The holiday.zip is on its way
    Look at notes.md first
    I sent you clip.mov by email
    Is it setup.py or setup.sh
    The build breaks in mod.rs again
    My hands hurt.is that normal for clay
    Great game.it really is
    I am so proud.so so proud
    Nah.it's fine
    She said yes.we are getting married
    OMG.is that real
    Thank you Mira.my day is saved
    I can wait.no rush
    The bowl broke.me neither would have guessed
    Watching with mum.it is her first stream
    From all of us.to you and the team
    Good vibes only.as ever
    GREAT STREAM.IT WAS FUN
    That boss is rude.do not give up
    I owe you.in fact we all do
    Was that on purpose.or an accident
    Half way there.go go go
    So good.lol I cannot believe it
    what a save.lol
    Come on.be nice in chat
    This is art.it belongs in a museum
    love it.will be back
    That glow.how is that done
  `,
  hostile: `
    evil.it
    evil.me
    free bits evil.live
    visit evil.it now
    check out evil.me today guys
    go to evil.so for free bits
    cheap viewers at evil.live
    cheap-viewers.fun
    Get followers on bestviewers.live today
    best-skins.win is giving away knives
    free nitro at discord-gift.fun right now
    evil.com is great
    Evil.Com is great
    EVIL.COM IS GREAT
    Join us at Evil.Gg tonight
    www.evil.it
    https://evil.it is fun
    evil.it/free
    me@evil.it
    evil.it:8080
    my site is evil.it
    come over to my stream at evil.tv
    twitch.tv
    play at casino24.live and win
    casino24.it has slots
    win500.me now
    buy cheap gold from goldshop.it today
    hot singles near you at sexy.cam
    scam.shop
    scam.store
    scam.online is where it is at
    scam.site rocks
    scam.xyz rocks
    nude pics at girls.live for you
    free crypto at coins.so everyone
    evil.ru has everything
    evil.co is mine
    evil.co.uk is mine
    evil.io is mine
    evil.app is mine
    evil.link is mine
    evil.click is mine
    evil.top is mine
    promo code at deals.me for all
    stream snipers use evil.zip free download
    Visit Evil.It tonight
    evil.games has it all
    subscribe to evil.now for prizes
  `,
}
